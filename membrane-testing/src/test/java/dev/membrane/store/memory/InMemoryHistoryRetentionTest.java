package dev.membrane.store.memory;

import dev.membrane.spi.store.MemoryStore;
import dev.membrane.testing.HistoryRetentionTck;

final class InMemoryHistoryRetentionTest extends HistoryRetentionTck {

  @Override
  protected MemoryStore openStore() {
    return new InMemoryStore();
  }
}
