package dev.membrane.store.memory;

import dev.membrane.spi.store.MemoryStore;
import dev.membrane.testing.RelearningTck;

final class InMemoryRelearningTest extends RelearningTck {

  @Override
  protected MemoryStore openStore() {
    return new InMemoryStore();
  }
}
