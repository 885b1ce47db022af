package dev.membrane.store.memory;

import dev.membrane.spi.store.MemoryStore;
import dev.membrane.testing.HistoryTck;

final class InMemoryHistoryTest extends HistoryTck {

  @Override
  protected MemoryStore openStore() {
    return new InMemoryStore();
  }
}
