package dev.membrane.store.sqlite;

import dev.membrane.spi.store.MemoryStore;
import dev.membrane.testing.ReindexTck;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;

class ReindexTest extends ReindexTck {

  @TempDir private Path folder;

  @Override
  protected MemoryStore open() {
    return SqliteStore.open(file());
  }

  @Override
  protected MemoryStore migrated() throws Exception {
    EarlierVersion.make(file(), EarlierVersion.SIXTH);
    return open();
  }

  private Path file() {
    return folder.resolve("membrane.db");
  }
}
