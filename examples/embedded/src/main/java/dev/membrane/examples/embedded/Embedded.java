package dev.membrane.examples.embedded;

import dev.membrane.Caller;
import dev.membrane.Membrane;
import dev.membrane.Memory;
import dev.membrane.store.sqlite.SqliteStore;

/** Remembers something in a file, and asks for it. */
public final class Embedded {

  private Embedded() {}

  /** Takes the file as its argument; {@code memory.db} without one. */
  public static void main(String... arguments) {
    String file = arguments.length == 0 ? "memory.db" : arguments[0];
    try (Membrane membrane = Membrane.builder().openStore(() -> SqliteStore.open(file)).build()) {
      Memory project = membrane.as(Caller.named("me").in("project"));
      project.ingestion().observe("me", "user", "prefers", "Go");
      System.out.println(project.retrieval().text("user prefers"));
    }
  }
}
