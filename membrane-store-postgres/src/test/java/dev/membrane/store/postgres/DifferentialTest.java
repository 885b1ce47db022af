package dev.membrane.store.postgres;

import dev.membrane.spi.MemoryStore;
import dev.membrane.store.sqlite.SqliteStore;
import dev.membrane.tck.engine.DifferentialTck;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;

final class DifferentialTest extends DifferentialTck {

  @TempDir private Path folder;
  private int opened;

  @Override
  protected MemoryStore openStore() {
    return PostgresStore.open(TestDatabase.fresh());
  }

  @Override
  protected MemoryStore openOther() {
    opened++;
    return SqliteStore.open(folder.resolve("membrane-" + opened + ".db"));
  }

  @Override
  protected int trials() {
    return 60;
  }
}
