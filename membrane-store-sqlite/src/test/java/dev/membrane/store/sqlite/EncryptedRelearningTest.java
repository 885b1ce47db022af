package dev.membrane.store.sqlite;

import dev.membrane.spi.store.MemoryStore;
import dev.membrane.testing.RelearningTck;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;

final class EncryptedRelearningTest extends RelearningTck {

  @TempDir private Path folder;
  private int opened;

  @Override
  protected MemoryStore openStore() {
    return EmptyFiles.openEncrypted(folder, "membrane" + opened++ + ".db");
  }
}
