package dev.membrane.spi;

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
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The configuration, as the components read it. Every read records its key, so that unknown keys
 * are found. A bad value becomes a fault, and the read returns the default, so that all faults are
 * reported at once. Not thread-safe; for use at the start only.
 */
public final class Config {

  private final ConfigLayers layers;
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
    this(new ConfigLayers(flags, environment, file), "", new TreeMap<>(), new ArrayList<>());
  }

  private Config(
      ConfigLayers layers,
      String prefix,
      Map<String, Optional<Object>> answers,
      List<String> faults) {
    this.layers = layers;
    this.prefix = prefix;
    this.answers = answers;
    this.faults = faults;
  }

  /** The keys of a third-party plugin: those that begin with {@code plugins.<name>.} */
  public Config plugin(String name) {
    return new Config(layers, prefix + "plugins." + name + ".", answers, faults);
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
    return required(key, otherwise, value -> DurationText.parse(scalar(value), Set.of()));
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
          return named == null ? DurationText.parse(scalar(value), words.keySet()) : named;
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
    return layers.lookUp(prefix + key) != null;
  }

  /**
   * Whether a key was given an empty value where its value is looked for first: the flag, else the
   * variable, else the file. An unset shell variable often becomes an empty one. The key may have a
   * value nevertheless, which an empty variable does not take away.
   */
  public boolean isEmpty(String key) {
    String full = prefix + key;
    answers.putIfAbsent(full, Optional.empty());
    return layers.isEmpty(full);
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
    return ConfigLayers.variable(environment, name);
  }

  /**
   * Variables that begin with {@code MEMBRANE_} or {@code MEMBRANED_} but name no key that was
   * read, each with the nearest name of a key. They are no faults, since the environment is shared:
   * an orchestrator may set {@code MEMBRANE_PORT} for a service of that name.
   *
   * @param others names of variables that are no keys, with {@code MEMBRANE_}
   */
  public List<String> unknownVariables(Set<String> others) {
    return layers.unknownVariables(answers.keySet(), others);
  }

  /** The variables of the environment whose names begin so, such as those of a standard. */
  public Map<String, String> variables(String prefix) {
    return layers.variables(prefix);
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
    Set<String> unread = layers.keys();
    unread.removeAll(answers.keySet());
    return unread;
  }

  /** The keys that were read so far, sorted. */
  public Set<String> known() {
    return new TreeSet<>(answers.keySet());
  }

  /**
   * The keys that both were asked for, and that are given another value here than there, in full,
   * sorted.
   */
  public Set<String> changedSince(Config before) {
    Set<String> changed = known();
    changed.retainAll(before.answers.keySet());
    changed.removeIf(key -> Objects.equals(layers.lookUp(key), before.layers.lookUp(key)));
    return changed;
  }

  /** The value that was returned for each key that was read so far; empty: none. */
  Map<String, Optional<Object>> answers() {
    return Map.copyOf(answers);
  }

  @Override
  public String toString() {
    return "Config" + layers.keys();
  }

  private String unknown(String key) {
    return key + ": unknown key" + SpellingSuggestion.question("", key, answers.keySet());
  }

  /** Whether there are keys below this one, which are known then: it has a value that is a map. */
  private boolean isMap(String key) {
    List<String> below = layers.keys().stream().filter(one -> one.startsWith(key + ".")).toList();
    below.forEach(one -> answers.putIfAbsent(one, Optional.empty()));
    return !below.isEmpty();
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
    JsonValue value = layers.lookUp(prefix + key);
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

  private static void check(boolean holds, String message) {
    if (!holds) {
      throw new IllegalArgumentException(message);
    }
  }
}
