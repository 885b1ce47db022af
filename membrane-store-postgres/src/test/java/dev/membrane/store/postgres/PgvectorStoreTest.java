package dev.membrane.store.postgres;

import dev.membrane.spi.MemoryStore;
import dev.membrane.tck.PersistentStoreTck;

/** The contract where vectors are indexed, with the index asked for however few there are. */
final class PgvectorStoreTest extends PersistentStoreTck {

  static final VectorSearch.Settings ALWAYS = new VectorSearch.Settings(0, Runnable::run);

  private PostgresConfig config;

  @Override
  protected MemoryStore openStore() {
    config = TestDatabase.freshWithPgvector();
    return reopenStore();
  }

  @Override
  protected MemoryStore reopenStore() {
    return PostgresStore.open(config, Migrations.ALL, ALWAYS);
  }
}
