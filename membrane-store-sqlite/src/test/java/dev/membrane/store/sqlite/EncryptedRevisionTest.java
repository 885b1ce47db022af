package dev.membrane.store.sqlite;

import dev.membrane.spi.MemoryStore;
import dev.membrane.testing.RevisionTck;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;

final class EncryptedRevisionTest extends RevisionTck {

  @TempDir private Path folder;
  private int opened;

  @Override
  protected MemoryStore openStore() {
    return KeyFiles.open(folder, "membrane" + opened++ + ".db");
  }

  @Override
  protected int tries() {
    return 15;
  }
}
