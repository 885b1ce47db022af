package dev.membrane.internal.erase;

import dev.membrane.internal.keys.ErasureKeys;
import dev.membrane.spi.commit.Changeset;
import dev.membrane.spi.commit.Key;
import dev.membrane.spi.store.MemoryStore;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The ids of what an erasure has erased so far. Each stands in a key until the erasure ends, as the
 * log of what was gone before says nothing of it. Thread-safe.
 */
record ErasedIds(MemoryStore store, String erasureId) {

  private static final int AT_ONCE = 500;

  /** Finds which of some ids are erased. */
  Set<String> among(Collection<String> ids) {
    Set<String> names = ids.stream().map(this::name).collect(Collectors.toSet());
    return names.isEmpty()
        ? Set.of()
        : store.find(names).stream()
            .map(key -> key.name().substring(prefix().length()))
            .collect(Collectors.toSet());
  }

  void add(Collection<String> ids, Changeset.Builder changes) {
    Set<String> more = new HashSet<>(ids);
    more.removeAll(among(more));
    more.forEach(id -> changes.addKey(new Key(name(id), "", null)));
  }

  /** Removes some of the keys; answers whether there may be more. */
  boolean remove(Changeset.Builder changes) {
    List<Key> page = store.keys(ErasureKeys.ERASED, "", AT_ONCE);
    while (!page.isEmpty()) {
      List<Key> own = page.stream().filter(key -> key.name().startsWith(prefix())).toList();
      if (!own.isEmpty()) {
        own.forEach(changes::removeKey);
        return true;
      }
      page = store.keys(ErasureKeys.ERASED, page.get(page.size() - 1).name(), AT_ONCE);
    }
    return false;
  }

  private String prefix() {
    return ErasureKeys.ERASED + erasureId + ":";
  }

  private String name(String id) {
    return prefix() + id;
  }
}
