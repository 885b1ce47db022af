package dev.membrane.store.memory;

import dev.membrane.spi.store.MemoryStore;
import dev.membrane.testing.ErasedVersionsTck;

final class InMemoryErasedVersionsTest extends ErasedVersionsTck {

  @Override
  protected MemoryStore openStore() {
    return new InMemoryStore();
  }
}
