package dev.membrane.store.postgres;

import dev.membrane.spi.MemoryStore;
import dev.membrane.tck.PersistentStoreTck;

final class EncryptedStoreTest extends PersistentStoreTck {

  private PostgresConfig config;

  @Override
  protected MemoryStore openStore() {
    config = EncryptedDatabases.fresh();
    return reopenStore();
  }

  @Override
  protected MemoryStore reopenStore() {
    return PostgresStore.open(config);
  }
}
