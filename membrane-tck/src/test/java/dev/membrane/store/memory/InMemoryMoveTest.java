package dev.membrane.store.memory;

import dev.membrane.spi.MemoryStore;
import dev.membrane.tck.engine.MoveTck;

final class InMemoryMoveTest extends MoveTck {

  @Override
  protected MemoryStore openStore() {
    return new InMemoryStore();
  }
}
