package dev.membrane.store.sqlite;

import dev.membrane.spi.store.MemoryStore;
import dev.membrane.testing.BatchTck;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;

final class SqliteBatchTest extends BatchTck {

  @TempDir private Path folder;
  private int opened;

  @Override
  protected MemoryStore openStore() {
    return EmptyFiles.open(folder.resolve("membrane" + opened++ + ".db"));
  }

  @Override
  protected int trials() {
    return 16;
  }
}
