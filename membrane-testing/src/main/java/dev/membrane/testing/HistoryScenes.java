package dev.membrane.testing;

import dev.membrane.AuditLog.HistoryEntry;
import dev.membrane.IngestOptions;
import dev.membrane.Membrane;
import dev.membrane.MembraneBuilder;
import dev.membrane.Memory;
import dev.membrane.ObservationRequest;
import dev.membrane.PageRequest;
import dev.membrane.RetrieveRequest;
import dev.membrane.TrustContext;
import dev.membrane.schema.JsonString;
import dev.membrane.schema.Sensitivity;
import dev.membrane.spi.Config;
import dev.membrane.spi.store.MemoryStore;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/** What tests of the past share: a memory with a retention, and questions to it. */
abstract class HistoryScenes {

  static final TrustContext ALL = TrustContext.upTo(Sensitivity.HYPER);

  final TestClock clock = new TestClock();

  /** Opens a new store that holds nothing. */
  protected abstract MemoryStore openStore();

  Membrane over(MemoryStore store, String retention) {
    return builder(store, retention).build();
  }

  MembraneBuilder builder(MemoryStore store, String retention) {
    Config config = new Config(Map.of("history_retention", new JsonString(retention)));
    return Membrane.builder().clock(clock).store(store).config(config).backgroundJobs(false);
  }

  static RetrieveRequest.Builder bySalience() {
    return RetrieveRequest.builder().trust(ALL).limit(10_000).includeRetracted(true);
  }

  static RetrieveRequest.Builder byWords(String words) {
    return RetrieveRequest.builder().trust(ALL).taskDescriptor(words).limit(30);
  }

  static String observe(Memory membrane, String subject) {
    return membrane
        .ingestion()
        .observe(
            ObservationRequest.builder()
                .source("agent")
                .subject(subject)
                .predicate("likes")
                .object("pears")
                .options(IngestOptions.NONE.unscoped())
                .build())
        .record()
        .id();
  }

  /** Each look at the clock takes a millisecond. */
  Membrane ticking(MemoryStore store) {
    return Membrane.builder()
        .clock(
            () -> {
              clock.pass(Duration.ofMillis(1));
              return clock.instant();
            })
        .store(store)
        .backgroundJobs(false)
        .build();
  }

  static List<HistoryEntry> versions(Memory membrane, String id) {
    return membrane.audit().history(id, PageRequest.FIRST).items();
  }
}
