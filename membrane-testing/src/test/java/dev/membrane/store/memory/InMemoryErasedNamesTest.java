package dev.membrane.store.memory;

import dev.membrane.spi.store.MemoryStore;
import dev.membrane.testing.ErasedNamesTck;

final class InMemoryErasedNamesTest extends ErasedNamesTck {

  @Override
  protected MemoryStore openStore() {
    return new InMemoryStore();
  }
}
