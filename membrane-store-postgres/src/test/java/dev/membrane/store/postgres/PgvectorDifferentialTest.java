package dev.membrane.store.postgres;

import dev.membrane.spi.store.MemoryStore;

/** PostgreSQL 15 with pgvector, whose exact answers are those of SQLite. */
final class PgvectorDifferentialTest extends BesideSqliteTck {

  @Override
  protected MemoryStore openStore() {
    return PostgresStore.open(TestDatabase.freshWithPgvector());
  }

  @Override
  protected int trials() {
    return 8;
  }
}
