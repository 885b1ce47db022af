package dev.membrane.store.memory;

import dev.membrane.spi.store.MemoryStore;
import dev.membrane.testing.ErasedSubjectTck;

final class InMemoryErasedSubjectTest extends ErasedSubjectTck {

  @Override
  protected MemoryStore openStore() {
    return new InMemoryStore();
  }
}
