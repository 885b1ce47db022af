package dev.membrane.store.sqlite;

import dev.membrane.spi.store.MemoryStore;
import dev.membrane.testing.MoveTck;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;

final class SqliteMoveTest extends MoveTck {

  @TempDir private Path folder;
  private int opened;

  @Override
  protected MemoryStore openStore() {
    return EmptyFiles.open(folder.resolve("membrane" + opened++ + ".db"));
  }

  @Override
  protected int tries() {
    return 3;
  }
}
