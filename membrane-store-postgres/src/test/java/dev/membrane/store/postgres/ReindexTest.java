package dev.membrane.store.postgres;

import dev.membrane.spi.MemoryStore;
import dev.membrane.testing.ReindexTck;
import java.util.List;

class ReindexTest extends ReindexTck {

  private static final List<String> SCRIPTS = PostgresMigrations.ALL.scripts();

  private final PostgresConfig config = TestDatabase.fresh();

  @Override
  protected MemoryStore open() {
    PostgresMigrations before = new PostgresMigrations(SCRIPTS.subList(0, SCRIPTS.size() - 1));
    return PostgresStore.open(config, before, VectorSearch.Settings.USUAL);
  }

  @Override
  protected MemoryStore migrated() {
    return PostgresStore.open(config);
  }
}
