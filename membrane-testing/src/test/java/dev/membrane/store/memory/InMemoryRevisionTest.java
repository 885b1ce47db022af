package dev.membrane.store.memory;

import dev.membrane.spi.store.MemoryStore;
import dev.membrane.testing.RevisionTck;

final class InMemoryRevisionTest extends RevisionTck {

  @Override
  protected MemoryStore openStore() {
    return new InMemoryStore();
  }
}
