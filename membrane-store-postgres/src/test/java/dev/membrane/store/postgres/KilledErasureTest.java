package dev.membrane.store.postgres;

import dev.membrane.spi.store.MemoryStore;
import dev.membrane.testing.KilledErasureTck;

final class KilledErasureTest extends KilledErasureTck {

  static final class Erasing {

    private Erasing() {}

    public static void main(String[] args) {
      try (PostgresStore store = PostgresStore.open(PostgresConfig.of(args[0]))) {
        erase(store);
      }
    }
  }

  @Override
  protected String fresh() {
    return TestDatabase.dsn(TestDatabase.fresh().schema());
  }

  @Override
  protected MemoryStore open(String place) {
    return PostgresStore.open(PostgresConfig.of(place));
  }

  /** After each the next process waits until the lease of the one before is over. */
  @Override
  protected int usualKills() {
    return 1;
  }

  @Override
  protected Class<?> erasing() {
    return Erasing.class;
  }
}
