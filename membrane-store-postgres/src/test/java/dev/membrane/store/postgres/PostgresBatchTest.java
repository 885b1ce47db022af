package dev.membrane.store.postgres;

import dev.membrane.spi.MemoryStore;
import dev.membrane.testing.BatchTck;

final class PostgresBatchTest extends BatchTck {

  @Override
  protected MemoryStore openStore() {
    return PostgresStore.open(TestDatabase.fresh());
  }

  @Override
  protected int trials() {
    return 4;
  }
}
