package dev.membrane.store.memory;

import dev.membrane.spi.store.MemoryStore;
import dev.membrane.testing.ErasedProcedureRunsTck;

final class InMemoryErasedProcedureRunsTest extends ErasedProcedureRunsTck {

  @Override
  protected MemoryStore openStore() {
    return new InMemoryStore();
  }
}
