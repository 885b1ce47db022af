package dev.membrane.store.postgres;

import dev.membrane.spi.MemoryStore;
import dev.membrane.store.sqlite.SqliteStore;
import dev.membrane.testing.MoveTck;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;

final class PostgresToSqliteMoveTest extends MoveTck {

  @TempDir private Path folder;
  private int opened;

  @Override
  protected MemoryStore openStore() {
    return PostgresStore.open(TestDatabase.fresh());
  }

  @Override
  protected MemoryStore openTarget() {
    return SqliteStore.open(folder.resolve("membrane" + opened++ + ".db"));
  }

  @Override
  protected int tries() {
    return 2;
  }
}
