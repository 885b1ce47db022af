package dev.membrane.langchain4j;

import dev.membrane.Membrane;
import dev.membrane.store.sqlite.SqliteStore;
import java.nio.file.Path;

/** A memory in the own process, in a file. */
final class EmbeddedSite {

  private EmbeddedSite() {}

  static Membrane open(Path folder) {
    return Membrane.builder()
        .openStore(() -> SqliteStore.open(folder.resolve("memory.db")))
        .backgroundJobs(false)
        .build();
  }
}
