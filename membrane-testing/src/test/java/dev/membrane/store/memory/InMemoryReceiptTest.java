package dev.membrane.store.memory;

import dev.membrane.spi.store.MemoryStore;
import dev.membrane.testing.ReceiptTck;

final class InMemoryReceiptTest extends ReceiptTck {

  @Override
  protected MemoryStore openStore() {
    return new InMemoryStore();
  }
}
