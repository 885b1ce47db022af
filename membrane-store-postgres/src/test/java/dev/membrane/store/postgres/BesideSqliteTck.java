package dev.membrane.store.postgres;

import dev.membrane.spi.store.MemoryStore;
import dev.membrane.store.sqlite.SqliteStore;
import dev.membrane.testing.DifferentialTck;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;

/** Answers beside those of SQLite. */
abstract class BesideSqliteTck extends DifferentialTck {

  @TempDir private Path folder;
  private int opened;

  @Override
  protected final MemoryStore openOther() {
    opened++;
    return SqliteStore.open(folder.resolve("membrane-" + opened + ".db"));
  }
}
