package dev.membrane.store.postgres;

import dev.membrane.IngestOptions;
import dev.membrane.Membrane;
import dev.membrane.ObservationRequest;
import dev.membrane.schema.JsonString;
import dev.membrane.spi.store.MemoryStore;

/** Facts, each observed in a scope. */
final class ScopeFacts {

  private ScopeFacts() {}

  /** Observes that a user likes something; answers the id. */
  static String observe(MemoryStore store, String scope) {
    return observe(store, scope, "user");
  }

  /** The same of somebody else. */
  static String observe(MemoryStore store, String scope, String subject) {
    try (Membrane membrane = Membrane.builder().store(store).backgroundJobs(false).build()) {
      return membrane
          .ingestion()
          .observe(
              ObservationRequest.builder()
                  .source("agent")
                  .subject(subject)
                  .predicate("likes")
                  .object(new JsonString("marmalade"))
                  .options(IngestOptions.NONE.scope(scope))
                  .build())
          .id();
    }
  }
}
