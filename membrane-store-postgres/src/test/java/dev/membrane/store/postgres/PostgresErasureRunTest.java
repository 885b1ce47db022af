package dev.membrane.store.postgres;

import dev.membrane.spi.MemoryStore;
import dev.membrane.testing.ErasureRunTck;

final class PostgresErasureRunTest extends ErasureRunTck {

  @Override
  protected MemoryStore openStore() {
    return PostgresStore.open(TestDatabase.fresh());
  }
}
