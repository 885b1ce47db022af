package dev.membrane.store.sqlite;

import dev.membrane.spi.store.MemoryStore;
import dev.membrane.store.memory.InMemoryStore;
import dev.membrane.testing.MoveTck;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;

final class SqliteToMemoryMoveTest extends MoveTck {

  @TempDir private Path folder;
  private int opened;

  @Override
  protected MemoryStore openStore() {
    return EmptyFiles.open(folder.resolve("membrane" + opened++ + ".db"));
  }

  @Override
  protected MemoryStore openTarget() {
    return new InMemoryStore();
  }

  @Override
  protected int tries() {
    return 3;
  }
}
