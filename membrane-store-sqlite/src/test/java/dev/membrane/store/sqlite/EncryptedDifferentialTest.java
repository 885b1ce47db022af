package dev.membrane.store.sqlite;

import dev.membrane.spi.store.MemoryStore;
import dev.membrane.testing.DifferentialTck;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;

/** Encrypted or not, a store gives the same answers, to the last bit of every score. */
final class EncryptedDifferentialTest extends DifferentialTck {

  @TempDir private Path folder;
  private int opened;

  @Override
  protected MemoryStore openStore() {
    opened++;
    return EmptyFiles.openEncrypted(folder, "encrypted-" + opened + ".db");
  }

  @Override
  protected MemoryStore openOther() {
    return EmptyFiles.open(folder.resolve("plain-" + opened + ".db"));
  }

  @Override
  protected int trials() {
    return 20;
  }
}
