package dev.membrane.store.memory;

import dev.membrane.spi.store.MemoryStore;
import dev.membrane.testing.ErasedProceduresTck;

final class InMemoryErasedProceduresTest extends ErasedProceduresTck {

  @Override
  protected MemoryStore openStore() {
    return new InMemoryStore();
  }
}
