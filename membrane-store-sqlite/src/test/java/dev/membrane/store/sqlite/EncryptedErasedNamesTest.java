package dev.membrane.store.sqlite;

import dev.membrane.spi.store.MemoryStore;
import dev.membrane.testing.ErasedNamesTck;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;

final class EncryptedErasedNamesTest extends ErasedNamesTck {

  @TempDir private Path folder;

  @Override
  protected MemoryStore openStore() {
    return EmptyFiles.openEncrypted(folder, "membrane.db");
  }
}
