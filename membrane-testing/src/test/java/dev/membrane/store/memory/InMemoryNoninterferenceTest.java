package dev.membrane.store.memory;

import dev.membrane.spi.store.MemoryStore;
import dev.membrane.testing.NoninterferenceTck;

final class InMemoryNoninterferenceTest extends NoninterferenceTck {

  @Override
  protected MemoryStore openStore() {
    return new InMemoryStore();
  }

  @Override
  protected int trials() {
    return 300;
  }
}
