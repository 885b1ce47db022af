package dev.membrane.store.sqlite;

import dev.membrane.Membrane;
import dev.membrane.tck.MembraneTck;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;

final class EncryptedMembraneTest extends MembraneTck {

  @TempDir Path folder;

  @Override
  protected Membrane openMembrane() {
    return Membrane.builder()
        .openStore(() -> EmptyFiles.openEncrypted(folder, "memory.db"))
        .backgroundJobs(false)
        .build();
  }
}
