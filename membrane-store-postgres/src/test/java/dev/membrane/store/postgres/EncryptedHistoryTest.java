package dev.membrane.store.postgres;

import dev.membrane.spi.MemoryStore;
import dev.membrane.testing.HistoryTck;

final class EncryptedHistoryTest extends HistoryTck {

  @Override
  protected MemoryStore openStore() {
    return PostgresStore.open(EncryptedDatabases.fresh());
  }

  @Override
  protected int operations() {
    return 40;
  }
}
