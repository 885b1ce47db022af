package dev.membrane.store.postgres;

import dev.membrane.spi.MemoryStore;
import dev.membrane.testing.LifecycleTck;

final class PostgresLifecycleTest extends LifecycleTck {

  @Override
  protected MemoryStore openStore() {
    return PostgresStore.open(TestDatabase.fresh());
  }

  @Override
  protected int tries() {
    return 2;
  }
}
