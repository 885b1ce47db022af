package dev.membrane.benchmarks.relevance;

import dev.membrane.Membrane;
import dev.membrane.RecordRequest;
import dev.membrane.schema.EpisodicPayload;
import dev.membrane.schema.MemoryType;
import dev.membrane.schema.Provenance;
import dev.membrane.schema.ProvenanceKind;
import dev.membrane.schema.ProvenanceSource;
import dev.membrane.schema.RecordDraft;
import dev.membrane.schema.Sensitivity;
import dev.membrane.schema.TimelineEvent;
import dev.membrane.spi.commit.Changeset;
import dev.membrane.spi.commit.Changeset.Embedding;
import dev.membrane.spi.store.ForwardingStore;
import dev.membrane.spi.store.MemoryStore;
import dev.membrane.spi.store.Vector;
import java.time.Instant;
import java.util.List;

/** Fills a store with events that have vectors, many in each commit. */
final class Filling extends ForwardingStore {

  static final String MODEL = "sentences";

  /** How many records share a scope. */
  static final int SCOPE = 1_000;

  /** A tag that every other record has. */
  static final String TAG = "every-other";

  private static final int PER_COMMIT = 500;
  private static final Instant HAPPENED = Instant.parse("2026-01-01T00:00:00Z");

  private final MemoryStore store;
  private Changeset.Builder waiting = Changeset.builder();
  private int count;

  /**
   * An event.
   *
   * @param low whether its sensitivity is low, not high
   */
  record Event(String text, Vector vector, boolean low) {}

  private Filling(MemoryStore store) {
    super(store);
    this.store = store;
  }

  static void fill(MemoryStore store, List<Event> events) {
    Filling filling = new Filling(store);
    try (Membrane engine = Membrane.builder().store(filling).build()) {
      for (int n = 0; n < events.size(); n++) {
        Event event = events.get(n);
        String id = engine.ingestion().record(request(n, event)).id();
        filling.waiting.embed(new Embedding(id, MODEL, event.vector()));
        filling.flushIfFull();
      }
    }
    filling.flush();
  }

  static String scopeOf(int number) {
    return "scope-" + number / SCOPE;
  }

  @Override
  public void commit(Changeset changes) {
    changes.changes().forEach(waiting::change);
    changes.keysAdded().forEach(waiting::addKey);
    changes.rowsAdded().forEach(waiting::enqueue);
  }

  private void flushIfFull() {
    count++;
    if (count % PER_COMMIT == 0) {
      flush();
    }
  }

  private void flush() {
    store.commit(waiting.build());
    waiting = Changeset.builder();
  }

  private static RecordRequest request(int number, Event event) {
    ProvenanceSource source =
        new ProvenanceSource(
            ProvenanceKind.OBSERVATION, "sentence/" + number, null, "benchmark", HAPPENED);
    TimelineEvent said = new TimelineEvent(HAPPENED, "turn", "benchmark", event.text());
    RecordDraft draft =
        RecordDraft.builder()
            .type(MemoryType.EPISODIC)
            .sensitivity(event.low() ? Sensitivity.LOW : Sensitivity.HIGH)
            .scope(scopeOf(number))
            .tags(number % 2 == 0 ? List.of(TAG) : List.of())
            .provenance(new Provenance(List.of(source), "benchmark"))
            .payload(EpisodicPayload.of(List.of(said), List.of()))
            .build();
    return RecordRequest.of("benchmark", draft);
  }
}
