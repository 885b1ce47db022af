package dev.membrane.store.postgres;

import dev.membrane.spi.MemoryStore;
import dev.membrane.testing.HistoryTck;

final class PostgresHistoryTest extends HistoryTck {

  @Override
  protected MemoryStore openStore() {
    return PostgresStore.open(TestDatabase.fresh());
  }

  @Override
  protected int operations() {
    return 80;
  }
}
