package dev.membrane.store.memory;

import dev.membrane.spi.store.MemoryStore;
import dev.membrane.testing.ErasedReceiptsTck;

final class InMemoryErasedReceiptsTest extends ErasedReceiptsTck {

  @Override
  protected MemoryStore openStore() {
    return new InMemoryStore();
  }
}
