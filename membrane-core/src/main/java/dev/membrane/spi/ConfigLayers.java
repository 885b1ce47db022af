package dev.membrane.spi;

import dev.membrane.schema.JsonString;
import dev.membrane.schema.JsonValue;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Where the values of a configuration are given: by flags, else by variables, else in the file.
 *
 * @param flags values by key
 * @param environment values by variable
 * @param file values by key
 */
record ConfigLayers(
    Map<String, JsonValue> flags, Map<String, String> environment, Map<String, JsonValue> file) {

  private static final String VARIABLE = "MEMBRANE_";

  /** Another way to begin a variable, which is looked at where there is none of the first. */
  private static final String ALIAS = "MEMBRANED_";

  private static final JsonValue EMPTY = new JsonString("");

  ConfigLayers {
    flags = Map.copyOf(flags);
    environment = Map.copyOf(environment);
    file = Map.copyOf(file);
  }

  /** The value of a key; null for none, or an empty one. */
  @Nullable JsonValue lookUp(String key) {
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

  /** Whether the first layer that gives a key gives it an empty value. */
  boolean isEmpty(String key) {
    if (flags.containsKey(key)) {
      return EMPTY.equals(flags.get(key));
    }
    String name = variableOf(key);
    String variable = environment.getOrDefault(name, environment.get(aliasOf(name)));
    return variable == null ? EMPTY.equals(file.get(key)) : variable.isEmpty();
  }

  /** The keys in flags and file, sorted. */
  Set<String> keys() {
    Set<String> keys = new TreeSet<>(file.keySet());
    keys.addAll(flags.keySet());
    return keys;
  }

  /** The value of a variable under either of its names, if it is not empty. */
  static Optional<String> variable(Map<String, String> environment, String name) {
    return Stream.of(name, aliasOf(name))
        .map(one -> environment.getOrDefault(one, ""))
        .filter(text -> !text.isEmpty())
        .findFirst();
  }

  /** The variables whose names begin so. */
  Map<String, String> variables(String prefix) {
    Map<String, String> found = new TreeMap<>(environment);
    found.keySet().removeIf(name -> !name.startsWith(prefix));
    return found;
  }

  /**
   * Variables that begin as ours do and name none of these keys, each with the nearest name.
   *
   * @param others names of variables that are no keys
   */
  List<String> unknownVariables(Set<String> keys, Set<String> others) {
    Set<String> names = new TreeSet<>(others);
    keys.forEach(key -> names.add(variableOf(key)));
    return environment.keySet().stream()
        .filter(name -> name.startsWith(VARIABLE) || name.startsWith(ALIAS))
        .filter(name -> !names.contains(nameOf(name)))
        .sorted()
        .map(name -> name + SpellingSuggestion.question(VARIABLE, nameOf(name), names))
        .toList();
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
}
