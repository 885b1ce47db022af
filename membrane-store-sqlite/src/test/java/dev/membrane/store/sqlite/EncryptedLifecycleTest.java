package dev.membrane.store.sqlite;

import dev.membrane.spi.MemoryStore;
import dev.membrane.testing.LifecycleTck;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;

final class EncryptedLifecycleTest extends LifecycleTck {

  @TempDir private Path folder;
  private int opened;

  @Override
  protected MemoryStore openStore() {
    return KeyFiles.open(folder, "membrane" + opened++ + ".db");
  }

  @Override
  protected int tries() {
    return 12;
  }
}
