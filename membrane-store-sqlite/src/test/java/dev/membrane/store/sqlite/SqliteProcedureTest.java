package dev.membrane.store.sqlite;

import dev.membrane.Membrane;
import dev.membrane.tck.ProcedureTck;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;

final class SqliteProcedureTest extends ProcedureTck {

  @TempDir Path folder;

  @Override
  protected Membrane openMembrane() {
    return Membrane.builder()
        .openStore(() -> EmptyFiles.open(folder.resolve("memory.db")))
        .backgroundJobs(false)
        .build();
  }
}
