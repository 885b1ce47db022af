package dev.membrane.store.postgres;

import dev.membrane.spi.store.MemoryStore;
import dev.membrane.testing.ReindexTck;

/** The request to read the terms again is encrypted like all else. */
class EncryptedReindexTest extends ReindexTck {

  private final PostgresConfig config = EncryptedDatabases.fresh();

  @Override
  protected MemoryStore open() {
    return PostgresStore.open(config);
  }

  @Override
  protected MemoryStore migrated() {
    TestDatabase.run(
        config,
        "DROP TABLE former_key; DROP TABLE former_run; UPDATE membrane_schema SET version = 13");
    return open();
  }

  @Override
  protected String due() {
    return "ties";
  }
}
