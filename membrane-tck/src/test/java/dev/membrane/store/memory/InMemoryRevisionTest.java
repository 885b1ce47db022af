package dev.membrane.store.memory;

import dev.membrane.spi.MemoryStore;
import dev.membrane.tck.engine.RevisionTck;

final class InMemoryRevisionTest extends RevisionTck {

  @Override
  protected MemoryStore openStore() {
    return new InMemoryStore();
  }
}
