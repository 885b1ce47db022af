package dev.membrane.store.memory;

import dev.membrane.spi.store.MemoryStore;
import dev.membrane.testing.LifecycleTck;

final class InMemoryLifecycleTest extends LifecycleTck {

  @Override
  protected MemoryStore openStore() {
    return new InMemoryStore();
  }
}
