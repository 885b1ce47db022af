package dev.membrane.store.postgres;

import dev.membrane.spi.MemoryStore;
import dev.membrane.testing.TopKTck;

final class PostgresTopKTest extends TopKTck {

  @Override
  protected MemoryStore openStore() {
    return PostgresStore.open(TestDatabase.fresh());
  }

  @Override
  protected int sets() {
    return 100;
  }

  @Override
  protected int setsPerStore() {
    return 100;
  }
}
