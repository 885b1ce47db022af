package dev.membrane.store.memory;

import dev.membrane.spi.store.MemoryStore;
import dev.membrane.testing.BatchTck;

final class InMemoryBatchTest extends BatchTck {

  @Override
  protected MemoryStore openStore() {
    return new InMemoryStore();
  }
}
