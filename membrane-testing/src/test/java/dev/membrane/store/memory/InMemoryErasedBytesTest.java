package dev.membrane.store.memory;

import dev.membrane.spi.store.MemoryStore;
import dev.membrane.testing.ErasedBytesTck;

final class InMemoryErasedBytesTest extends ErasedBytesTck {

  @Override
  protected MemoryStore openStore() {
    return new InMemoryStore();
  }
}
