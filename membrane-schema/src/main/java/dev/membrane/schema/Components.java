package dev.membrane.schema;

import java.time.Instant;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What the record constructors do to their components, so that two records that say the same are
 * equal: nothing required is missing, optional texts are never empty, lists cannot change, and
 * instants are whole microseconds.
 */
final class Components {

  private Components() {}

  static <T> T present(String field, @Nullable T value) {
    if (value == null) {
      throw new ValidationException(field, "is required");
    }
    return value;
  }

  static Instant instant(String field, @Nullable Instant value) {
    return Timestamps.toMicros(present(field, value));
  }

  static @Nullable Instant optional(@Nullable Instant value) {
    return value == null ? null : Timestamps.toMicros(value);
  }

  static @Nullable String optional(@Nullable String value) {
    return value == null || value.isEmpty() ? null : value;
  }

  /** A list that must be given, though it may be empty. */
  static <T> List<T> list(String field, @Nullable List<T> items) {
    List<T> given = present(field, items);
    int index = 0;
    for (T item : given) {
      if (item == null) {
        throw new ValidationException(field + "[" + index + "]", "is required");
      }
      index++;
    }
    return List.copyOf(given);
  }

  /** A list that may be left out, which means empty. */
  static <T> List<T> optionalList(String field, @Nullable List<T> items) {
    return items == null ? List.of() : list(field, items);
  }

  /** A map that may be left out, which means empty; its order is kept. */
  static <V> Map<String, V> optionalMap(String field, @Nullable Map<String, V> entries) {
    if (entries == null) {
      return Map.of();
    }
    Map<String, V> copy = new LinkedHashMap<>();
    entries.forEach((key, value) -> copy.put(present(field, key), present(field, value)));
    return Collections.unmodifiableMap(copy);
  }
}
