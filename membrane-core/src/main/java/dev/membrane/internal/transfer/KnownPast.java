package dev.membrane.internal.transfer;

import dev.membrane.internal.keys.HistoryKey;
import dev.membrane.spi.commit.Key;
import dev.membrane.spi.store.MemoryStore;
import java.util.List;

/**
 * Since when a store knows the past. What is imported was not there before, so that the past is
 * known from the next start on only. An import that brings nothing leaves it as it is. Thread-safe.
 */
final class KnownPast {

  private List<Key> keys;

  /** Looks it up. */
  KnownPast(MemoryStore store) {
    this.keys = store.find(List.of(HistoryKey.NAME));
  }

  /** The key of it, which goes with the first batch that asks; nothing for others. */
  synchronized List<Key> take() {
    List<Key> taken = keys;
    keys = List.of();
    return taken;
  }
}
