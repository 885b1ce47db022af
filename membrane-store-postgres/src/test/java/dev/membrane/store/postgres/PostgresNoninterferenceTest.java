package dev.membrane.store.postgres;

import dev.membrane.spi.MemoryStore;
import dev.membrane.testing.NoninterferenceTck;

final class PostgresNoninterferenceTest extends NoninterferenceTck {

  @Override
  protected MemoryStore openStore() {
    return PostgresStore.open(TestDatabase.fresh());
  }

  @Override
  protected int trials() {
    return 12;
  }
}
