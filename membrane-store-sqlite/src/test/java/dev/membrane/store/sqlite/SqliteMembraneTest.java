package dev.membrane.store.sqlite;

import dev.membrane.Membrane;
import dev.membrane.tck.MembraneTck;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;

final class SqliteMembraneTest extends MembraneTck {

  @TempDir Path folder;

  @Override
  protected Membrane openMembrane() {
    return Membrane.builder()
        .openStore(() -> EmptyFiles.open(folder.resolve("memory.db")))
        .backgroundJobs(false)
        .build();
  }
}
