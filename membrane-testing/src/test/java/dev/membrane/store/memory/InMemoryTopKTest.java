package dev.membrane.store.memory;

import dev.membrane.spi.store.MemoryStore;
import dev.membrane.testing.TopKTck;

final class InMemoryTopKTest extends TopKTck {

  @Override
  protected MemoryStore openStore() {
    return new InMemoryStore();
  }
}
