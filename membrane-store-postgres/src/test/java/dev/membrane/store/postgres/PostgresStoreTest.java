package dev.membrane.store.postgres;

import dev.membrane.spi.MemoryStore;
import dev.membrane.tck.PersistentStoreTck;

final class PostgresStoreTest extends PersistentStoreTck {

  private PostgresConfig config;

  @Override
  protected MemoryStore openStore() {
    config = TestDatabase.fresh();
    return reopenStore();
  }

  @Override
  protected MemoryStore reopenStore() {
    return PostgresStore.open(config);
  }
}
