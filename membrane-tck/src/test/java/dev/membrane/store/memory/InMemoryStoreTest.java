package dev.membrane.store.memory;

import dev.membrane.spi.store.MemoryStore;
import dev.membrane.tck.MemoryStoreTck;

final class InMemoryStoreTest extends MemoryStoreTck {

  @Override
  protected MemoryStore openStore() {
    return new InMemoryStore();
  }
}
