package dev.membrane.store.memory;

import dev.membrane.spi.store.MemoryStore;
import dev.membrane.testing.MoveTck;

final class InMemoryMoveTest extends MoveTck {

  @Override
  protected MemoryStore openStore() {
    return new InMemoryStore();
  }
}
