package dev.membrane.store.sqlite;

import dev.membrane.Membrane;
import dev.membrane.tck.ProcedureTck;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;

final class EncryptedProcedureTest extends ProcedureTck {

  @TempDir Path folder;

  @Override
  protected Membrane openMembrane() {
    return Membrane.builder()
        .openStore(() -> KeyFiles.open(folder, "memory.db"))
        .backgroundJobs(false)
        .build();
  }
}
