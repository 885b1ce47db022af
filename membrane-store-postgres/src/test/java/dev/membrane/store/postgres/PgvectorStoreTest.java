package dev.membrane.store.postgres;

import dev.membrane.spi.store.MemoryStore;
import dev.membrane.store.postgres.internal.search.PostgresVectors;
import dev.membrane.tck.VectorsTck;
import java.time.Duration;

/**
 * The contract of vectors where they are indexed, with the index asked for however few there are.
 */
final class PgvectorStoreTest extends VectorsTck {

  static final PostgresVectors.Settings ALWAYS =
      new PostgresVectors.Settings(0, Runnable::run, Duration.ofMillis(10));

  @Override
  protected MemoryStore openStore() {
    return PostgresStore.open(TestDatabase.freshWithPgvector(), PostgresMigrations.ALL, ALWAYS);
  }
}
