package dev.membrane.store.memory;

import dev.membrane.spi.store.MemoryStore;
import dev.membrane.testing.ErasureRunTck;

final class InMemoryErasureRunTest extends ErasureRunTck {

  @Override
  protected MemoryStore openStore() {
    return new InMemoryStore();
  }
}
