package dev.membrane.spi;

import static java.util.stream.Collectors.joining;

import dev.membrane.schema.JsonArray;
import dev.membrane.schema.JsonBoolean;
import dev.membrane.schema.JsonNumber;
import dev.membrane.schema.JsonString;
import dev.membrane.schema.JsonValue;
import dev.membrane.schema.ValidationException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The configuration, as the components read it. Every read records its key, so that unknown keys
 * are found. A bad value becomes a fault, and the read returns the default, so that all faults are
 * reported at once. Not thread-safe; for use at the start only.
 */
public final class Config {

  private static final Pattern DURATION = Pattern.compile("(\\d+)(ms|s|m|h|d)");

  /** More digits than that of any duration in range, which no unit makes overflow. */
  private static final int MOST_DIGITS = 13;

  /** A hundred years: what is reckoned with it stays in the range of instants and nanoseconds. */
  private static final Duration LONGEST = Duration.ofDays(36_500);

  private static final String VARIABLE = "MEMBRANE_";

  /** Another way to begin a variable, which is looked at where there is none of the first. */
  private static final String ALIAS = "MEMBRANED_";

  private static final JsonValue EMPTY = new JsonString("");

  private final Map<String, JsonValue> flags;
  private final Map<String, String> environment;
  private final Map<String, JsonValue> file;
  private final String prefix;
  private final Map<String, Optional<Object>> answers;
  private final List<String> faults;

  /** A configuration of flat keys. */
  public Config(Map<String, JsonValue> values) {
    this(values, Map.of(), Map.of());
  }

  /**
   * A configuration in three layers, each over the next.
   *
   * @param flags values by key
   * @param environment values by variable, {@code MEMBRANE_} and the key in upper case, or {@code
   *     MEMBRANED_} instead, which the first overrides; an empty one counts as not given; variables
   *     that name no key are ignored, since they may belong to another program
   * @param file values by key
   */
  public Config(
      Map<String, JsonValue> flags, Map<String, String> environment, Map<String, JsonValue> file) {
    this(
        Map.copyOf(flags),
        Map.copyOf(environment),
        Map.copyOf(file),
        "",
        new TreeMap<>(),
        new ArrayList<>());
  }

  private Config(
      Map<String, JsonValue> flags,
      Map<String, String> environment,
      Map<String, JsonValue> file,
      String prefix,
      Map<String, Optional<Object>> answers,
      List<String> faults) {
    this.flags = flags;
    this.environment = environment;
    this.file = file;
    this.prefix = prefix;
    this.answers = answers;
    this.faults = faults;
  }

  /** The keys of a third-party plugin: those that begin with {@code plugins.<name>.} */
  public Config plugin(String name) {
    return new Config(flags, environment, file, prefix + "plugins." + name + ".", answers, faults);
  }

  /** Text; null if the key is not set or empty. */
  public @Nullable String text(String key) {
    return read(key, null, Config::scalar);
  }

  /** Text, with a default. */
  public String text(String key, String otherwise) {
    return required(key, otherwise, Config::scalar);
  }

  /** A whole number within a range. */
  public long integer(String key, long otherwise, long least, long most) {
    return required(
        key,
        otherwise,
        value -> {
          long number = Long.parseLong(scalar(value));
          check(number >= least && number <= most, "must be from " + least + " to " + most);
          return number;
        });
  }

  /** A finite number within a range. */
  public double number(String key, double otherwise, double least, double most) {
    return required(
        key,
        otherwise,
        value -> {
          double number = Double.parseDouble(scalar(value));
          check(number >= least && number <= most, "must be from " + least + " to " + most);
          return number;
        });
  }

  /** {@code true} or {@code false}. */
  public boolean flag(String key, boolean otherwise) {
    return required(
        key,
        otherwise,
        value -> {
          String text = scalar(value);
          check(text.equals("true") || text.equals("false"), "must be true or false");
          return text.equals("true");
        });
  }

  /**
   * A duration such as {@code 7d}, {@code 1h}, {@code 30m}, {@code 90s}, {@code 200ms}, from {@code
   * 1ms} to {@code 36500d}.
   */
  public Duration duration(String key, Duration otherwise) {
    return required(key, otherwise, value -> parseDuration(scalar(value)));
  }

  /**
   * A duration as {@link #duration(String, Duration)} reads it, or a word.
   *
   * @param words what other values stand for
   */
  public Duration duration(String key, Duration otherwise, Map<String, Duration> words) {
    return required(
        key,
        otherwise,
        value -> {
          Duration named = words.get(scalar(value));
          return named == null ? parseDuration(scalar(value), words.keySet()) : named;
        });
  }

  /**
   * Any value; the parser may throw {@link IllegalArgumentException}, whose message then follows
   * the key in the fault.
   */
  public <T> T value(String key, T otherwise, Function<String, T> parser) {
    return required(key, otherwise, value -> parser.apply(scalar(value)));
  }

  /** A list; empty if the key is not set. */
  public List<JsonValue> list(String key) {
    if (isMap(prefix + key)) {
      fault(key, "must be a list");
    }
    return required(
        key,
        List.of(),
        value -> {
          check(value instanceof JsonArray, "must be a list");
          return ((JsonArray) value).items();
        });
  }

  /** Whether a key has a value. */
  public boolean has(String key) {
    answers.putIfAbsent(prefix + key, Optional.empty());
    return lookUp(prefix + key) != null;
  }

  /**
   * Whether a key was given an empty value where its value is looked for first: the flag, else the
   * variable, else the file. An unset shell variable often becomes an empty one. The key may have a
   * value nevertheless, which an empty variable does not take away.
   */
  public boolean isEmpty(String key) {
    String full = prefix + key;
    answers.putIfAbsent(full, Optional.empty());
    if (flags.containsKey(full)) {
      return EMPTY.equals(flags.get(full));
    }
    String name = variableOf(full);
    String variable = environment.getOrDefault(name, environment.get(aliasOf(name)));
    return variable == null ? EMPTY.equals(file.get(full)) : variable.isEmpty();
  }

  /** Adds a fault of a key, such as an impossible combination. */
  public void fault(String key, String message) {
    faults.add(prefix + key + ": " + message);
  }

  /** All faults found so far, and one for each key that nothing has read, sorted. */
  public List<String> faults() {
    List<String> all = new ArrayList<>(faults);
    unread().stream().map(this::unknown).forEach(all::add);
    Collections.sort(all);
    return all;
  }

  /**
   * The value of a variable, by its name with {@code MEMBRANE_}; empty if neither that nor the one
   * with {@code MEMBRANED_} has a value.
   */
  public static Optional<String> variable(Map<String, String> environment, String name) {
    return Stream.of(name, aliasOf(name))
        .map(one -> environment.getOrDefault(one, ""))
        .filter(text -> !text.isEmpty())
        .findFirst();
  }

  /**
   * Variables that begin with {@code MEMBRANE_} or {@code MEMBRANED_} but name no key that was
   * read, each with the nearest name of a key. They are no faults, since the environment is shared:
   * an orchestrator may set {@code MEMBRANE_PORT} for a service of that name.
   *
   * @param others names of variables that are no keys, with {@code MEMBRANE_}
   */
  public List<String> unknownVariables(Set<String> others) {
    Set<String> names = new TreeSet<>(others);
    answers.keySet().forEach(key -> names.add(variableOf(key)));
    return environment.keySet().stream()
        .filter(name -> name.startsWith(VARIABLE) || name.startsWith(ALIAS))
        .filter(name -> !names.contains(nameOf(name)))
        .sorted()
        .map(
            name ->
                name
                    + Nearest.to(nameOf(name), names)
                        .map(near -> ", did you mean " + near + "?")
                        .orElse(""))
        .toList();
  }

  /** The variables of the environment whose names begin so, such as those of a standard. */
  public Map<String, String> variables(String prefix) {
    Map<String, String> found = new TreeMap<>(environment);
    found.keySet().removeIf(name -> !name.startsWith(prefix));
    return found;
  }

  /**
   * Marks all of these keys as known, such as those of a plugin that was not chosen, so that nobody
   * reads them.
   */
  public void acceptAll() {
    unread().stream()
        .filter(key -> key.startsWith(prefix))
        .forEach(key -> answers.put(key, Optional.empty()));
  }

  /** The keys in flags and file that were not read so far, in full, sorted. */
  public Set<String> unread() {
    Set<String> unread = given();
    unread.removeAll(answers.keySet());
    return unread;
  }

  /** The keys that were read so far, sorted. */
  public Set<String> known() {
    return new TreeSet<>(answers.keySet());
  }

  /** The value that was returned for each key that was read so far; empty: none. */
  Map<String, Optional<Object>> answers() {
    return Map.copyOf(answers);
  }

  @Override
  public String toString() {
    return "Config" + given();
  }

  private Set<String> given() {
    Set<String> keys = new TreeSet<>(file.keySet());
    keys.addAll(flags.keySet());
    return keys;
  }

  private String unknown(String key) {
    return key
        + ": unknown key"
        + Nearest.to(key, answers.keySet()).map(near -> ", did you mean " + near + "?").orElse("");
  }

  private @Nullable JsonValue lookUp(String key) {
    JsonValue value = given(key);
    return EMPTY.equals(value) ? null : value;
  }

  private @Nullable JsonValue given(String key) {
    if (flags.containsKey(key)) {
      return flags.get(key);
    }
    Optional<String> variable = variable(environment, variableOf(key));
    return variable.isPresent() ? new JsonString(variable.get()) : file.get(key);
  }

  /** Whether there are keys below this one, which are known then: it has a value that is a map. */
  private boolean isMap(String key) {
    List<String> below = given().stream().filter(one -> one.startsWith(key + ".")).toList();
    below.forEach(one -> answers.putIfAbsent(one, Optional.empty()));
    return !below.isEmpty();
  }

  private static String variableOf(String key) {
    return VARIABLE + key.toUpperCase(Locale.ROOT).replaceAll("[^A-Z0-9]", "_");
  }

  private static String aliasOf(String name) {
    return name.replaceFirst("^" + VARIABLE, ALIAS);
  }

  private static String nameOf(String variable) {
    return variable.replaceFirst("^" + ALIAS, VARIABLE);
  }

  private <T> T required(String key, T otherwise, Function<JsonValue, T> parser) {
    T value = read(key, otherwise, parser);
    return value == null ? otherwise : value;
  }

  private <T> @Nullable T read(
      String key, @Nullable T otherwise, Function<JsonValue, @Nullable T> parser) {
    T answer = parsed(key, otherwise, parser);
    answers.put(prefix + key, Optional.ofNullable(answer));
    return answer;
  }

  private <T> @Nullable T parsed(
      String key, @Nullable T otherwise, Function<JsonValue, @Nullable T> parser) {
    JsonValue value = lookUp(prefix + key);
    if (value == null) {
      return otherwise;
    }
    try {
      return parser.apply(value);
    } catch (NumberFormatException notANumber) {
      fault(key, "must be a number");
    } catch (ValidationException bad) {
      fault(key, bad.rule());
    } catch (IllegalArgumentException bad) {
      fault(key, String.valueOf(bad.getMessage()));
    }
    return otherwise;
  }

  private static String scalar(JsonValue value) {
    if (value instanceof JsonString string) {
      return string.value();
    }
    if (value instanceof JsonNumber number) {
      return number.text();
    }
    check(value instanceof JsonBoolean, "must be a single value");
    return String.valueOf(((JsonBoolean) value).value());
  }

  private static Duration parseDuration(String text) {
    return parseDuration(text, Set.of());
  }

  private static Duration parseDuration(String text, Set<String> words) {
    Matcher matcher = DURATION.matcher(text);
    String others = new TreeSet<>(words).stream().map(word -> ", or " + word).collect(joining());
    check(matcher.matches(), "must be a duration such as 7d, 1h, 30m, 90s or 200ms" + others);
    String digits = matcher.group(1);
    Duration duration =
        digits.length() > MOST_DIGITS
            ? Duration.ZERO
            : duration(Long.parseLong(digits), matcher.group(2));
    check(
        !duration.isZero() && duration.compareTo(LONGEST) <= 0,
        "must be from 1ms to " + LONGEST.toDays() + "d" + others);
    return duration;
  }

  private static Duration duration(long amount, String unit) {
    return switch (unit) {
      case "ms" -> Duration.ofMillis(amount);
      case "s" -> Duration.ofSeconds(amount);
      case "m" -> Duration.ofMinutes(amount);
      case "h" -> Duration.ofHours(amount);
      default -> Duration.ofDays(amount);
    };
  }

  private static void check(boolean holds, String message) {
    if (!holds) {
      throw new IllegalArgumentException(message);
    }
  }
}
