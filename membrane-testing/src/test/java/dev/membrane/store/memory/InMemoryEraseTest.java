package dev.membrane.store.memory;

import dev.membrane.spi.store.MemoryStore;
import dev.membrane.testing.EraseTck;

final class InMemoryEraseTest extends EraseTck {

  @Override
  protected MemoryStore openStore() {
    return new InMemoryStore();
  }
}
