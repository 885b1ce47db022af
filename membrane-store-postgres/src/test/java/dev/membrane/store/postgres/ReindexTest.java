package dev.membrane.store.postgres;

import dev.membrane.spi.store.MemoryStore;
import dev.membrane.testing.ReindexTck;

class ReindexTest extends ReindexTck {

  private static final String AS_BEFORE =
      EarlierSchema.OF_VERSION_5
          + """
      DROP INDEX arrival_by_whole;
      DROP TABLE run;
      DROP TABLE run_word;
      UPDATE membrane_schema SET version = 2;
      """;

  private final PostgresConfig config = TestDatabase.fresh();

  @Override
  protected MemoryStore open() {
    return PostgresStore.open(config);
  }

  @Override
  protected MemoryStore migrated() {
    TestDatabase.run(config, AS_BEFORE);
    return open();
  }
}
