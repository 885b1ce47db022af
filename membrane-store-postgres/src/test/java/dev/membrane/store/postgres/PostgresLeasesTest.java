package dev.membrane.store.postgres;

import dev.membrane.spi.MemoryStore;
import dev.membrane.tck.LeasesTck;

final class PostgresLeasesTest extends LeasesTck {

  private PostgresConfig config;

  @Override
  protected MemoryStore openStore() {
    config = TestDatabase.fresh();
    return openAgain();
  }

  @Override
  protected MemoryStore openAgain() {
    return PostgresStore.open(config);
  }
}
