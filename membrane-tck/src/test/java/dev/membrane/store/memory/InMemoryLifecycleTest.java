package dev.membrane.store.memory;

import dev.membrane.spi.MemoryStore;
import dev.membrane.tck.engine.LifecycleTck;

final class InMemoryLifecycleTest extends LifecycleTck {

  @Override
  protected MemoryStore openStore() {
    return new InMemoryStore();
  }
}
