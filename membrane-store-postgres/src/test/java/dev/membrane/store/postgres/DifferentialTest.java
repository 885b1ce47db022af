package dev.membrane.store.postgres;

import dev.membrane.spi.MemoryStore;

final class DifferentialTest extends BesideSqliteTck {

  @Override
  protected MemoryStore openStore() {
    return PostgresStore.open(TestDatabase.fresh());
  }

  @Override
  protected int trials() {
    return 10;
  }
}
