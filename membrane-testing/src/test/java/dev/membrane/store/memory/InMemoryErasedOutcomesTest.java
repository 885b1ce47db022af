package dev.membrane.store.memory;

import dev.membrane.spi.store.MemoryStore;
import dev.membrane.testing.ErasedOutcomesTck;

final class InMemoryErasedOutcomesTest extends ErasedOutcomesTck {

  @Override
  protected MemoryStore openStore() {
    return new InMemoryStore();
  }
}
