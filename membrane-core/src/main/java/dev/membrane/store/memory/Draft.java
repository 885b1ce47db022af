package dev.membrane.store.memory;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** A table as it would look after a commit. Nothing of it is seen before {@link #apply}. */
final class Draft<K, V> {

  private final Map<K, V> table;
  private final Map<K, Optional<V>> changes = new LinkedHashMap<>();

  Draft(Map<K, V> table) {
    this.table = table;
  }

  @Nullable V get(K key) {
    Optional<V> changed = changes.get(key);
    return changed == null ? table.get(key) : changed.orElse(null);
  }

  void put(K key, V value) {
    changes.put(key, Optional.of(value));
  }

  void remove(K key) {
    changes.put(key, Optional.empty());
  }

  void removeIf(Predicate<V> unwanted) {
    table.forEach(
        (key, value) -> {
          if (unwanted.test(value)) {
            changes.putIfAbsent(key, Optional.empty());
          }
        });
    changes.replaceAll((key, value) -> value.filter(unwanted.negate()));
  }

  void apply() {
    changes.forEach(
        (key, value) ->
            value.ifPresentOrElse(present -> table.put(key, present), () -> table.remove(key)));
  }
}
