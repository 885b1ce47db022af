package dev.membrane.store.sqlite;

import dev.membrane.spi.store.MemoryStore;
import dev.membrane.testing.ErasureRunTck;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;

final class SqliteErasureRunTest extends ErasureRunTck {

  @TempDir private Path folder;

  @Override
  protected MemoryStore openStore() {
    return EmptyFiles.open(folder.resolve("membrane.db"));
  }
}
