package dev.membrane.store.memory;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
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

  /**
   * Replaces all that is there.
   *
   * @param change answers what is to be there; null: nothing
   */
  void replaceEach(Function<V, @Nullable V> change) {
    for (K key : List.copyOf(table.keySet())) {
      V now = get(key);
      V after = now == null ? null : change.apply(now);
      if (now != null && !now.equals(after)) {
        changes.put(key, Optional.ofNullable(after));
      }
    }
    changes.replaceAll((key, value) -> value.map(change));
  }

  /** Tells what is there before and after each change; null: nothing. */
  void eachChange(DraftChange<K, V> change) {
    changes.forEach((key, value) -> change.of(key, table.get(key), value.orElse(null)));
  }

  /** A change of what is there under a key. */
  @FunctionalInterface
  interface DraftChange<K, V> {
    void of(K key, @Nullable V before, @Nullable V after);
  }

  void apply() {
    changes.forEach(
        (key, value) ->
            value.ifPresentOrElse(present -> table.put(key, present), () -> table.remove(key)));
  }
}
