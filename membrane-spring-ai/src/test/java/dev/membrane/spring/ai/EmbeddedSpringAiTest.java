package dev.membrane.spring.ai;

import dev.membrane.Membrane;
import dev.membrane.store.sqlite.SqliteStore;
import java.nio.file.Path;

/** Spring AI on a memory in the own process. */
class EmbeddedSpringAiTest extends SpringAiContract {

  @Override
  Membrane openMembrane(Path folder) {
    return Membrane.builder()
        .openStore(() -> SqliteStore.open(folder.resolve("memory.db")))
        .backgroundJobs(false)
        .build();
  }
}
