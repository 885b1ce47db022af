package dev.membrane.store.sqlite;

import dev.membrane.spi.store.MemoryStore;
import dev.membrane.store.memory.InMemoryStore;
import dev.membrane.testing.DifferentialTck;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;

/** Answers beside those of the store in memory. */
final class SqliteDifferentialTest extends DifferentialTck {

  @TempDir private Path folder;
  private int opened;

  @Override
  protected MemoryStore openStore() {
    opened++;
    return EmptyFiles.open(folder.resolve("membrane-" + opened + ".db"));
  }

  @Override
  protected MemoryStore openOther() {
    return new InMemoryStore();
  }
}
