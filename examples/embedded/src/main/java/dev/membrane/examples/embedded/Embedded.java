package dev.membrane.examples.embedded;

import dev.membrane.Membrane;
import dev.membrane.engine.TrustContext;
import dev.membrane.ingest.IngestOptions;
import dev.membrane.ingest.ObservationRequest;
import dev.membrane.retrieve.RetrieveRequest;
import dev.membrane.schema.JsonValue;
import dev.membrane.schema.Sensitivity;
import dev.membrane.store.sqlite.SqliteStore;
import java.nio.file.Path;

/** Remembers something in a file, and asks for it. */
public final class Embedded {

  private Embedded() {}

  /** Takes the file as its argument; {@code memory.db} without one. */
  public static void main(String... arguments) {
    Path file = Path.of(arguments.length == 0 ? "memory.db" : arguments[0]);
    try (SqliteStore store = SqliteStore.open(file);
        Membrane membrane = Membrane.builder().store(store).build()) {
      IngestOptions here = IngestOptions.NONE.in("project");
      JsonValue go = JsonValue.of("Go");
      membrane.ingestion().observe(new ObservationRequest("me", "user", "prefers", go, here));
      TrustContext trust = TrustContext.upTo(Sensitivity.LOW, "project");
      RetrieveRequest question = RetrieveRequest.under(trust).task("user prefers").build();
      membrane.retrieval().retrieve(question).records().forEach(System.out::println);
    }
  }
}
