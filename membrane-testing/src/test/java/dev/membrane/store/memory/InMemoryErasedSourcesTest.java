package dev.membrane.store.memory;

import dev.membrane.spi.store.MemoryStore;
import dev.membrane.testing.ErasedSourcesTck;

final class InMemoryErasedSourcesTest extends ErasedSourcesTck {

  @Override
  protected MemoryStore openStore() {
    return new InMemoryStore();
  }
}
