package dev.membrane.store.postgres;

import dev.membrane.spi.MemoryStore;
import dev.membrane.testing.ReceiptTck;

final class EncryptedReceiptTest extends ReceiptTck {

  @Override
  protected MemoryStore openStore() {
    return PostgresStore.open(EncryptedDatabases.fresh());
  }
}
