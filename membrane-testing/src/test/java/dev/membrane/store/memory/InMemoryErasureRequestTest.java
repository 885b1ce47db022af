package dev.membrane.store.memory;

import dev.membrane.spi.store.MemoryStore;
import dev.membrane.testing.ErasureRequestTck;

final class InMemoryErasureRequestTest extends ErasureRequestTck {

  @Override
  protected MemoryStore openStore() {
    return new InMemoryStore();
  }
}
