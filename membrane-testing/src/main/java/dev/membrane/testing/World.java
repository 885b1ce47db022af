package dev.membrane.testing;

import dev.membrane.Membrane;
import dev.membrane.internal.audit.AuditChain;
import dev.membrane.internal.change.Lessons;
import dev.membrane.internal.change.RecordChanges;
import dev.membrane.internal.change.Retention;
import dev.membrane.internal.decay.Pruning;
import dev.membrane.internal.ingest.IdempotencyExpiry;
import dev.membrane.internal.text.RecordText;
import dev.membrane.internal.text.TextAnalyzer;
import dev.membrane.spi.Change;
import dev.membrane.spi.Changeset;
import dev.membrane.spi.MemoryStore;
import dev.membrane.spi.Stored;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.function.UnaryOperator;

/** A memory whose time, ids and nonces the trial sets. Not thread-safe. */
final class World implements AutoCloseable {

  private final MemoryStore store;
  private final Membrane membrane;
  private final Pruning pruning;
  private final IdempotencyExpiry expiry;
  private final StepIds ids = new StepIds();
  private final List<String> issued = new ArrayList<>();
  private volatile Instant now = Instant.EPOCH;

  World(MemoryStore store) {
    this(store, engine -> engine);
  }

  /**
   * A memory that is reached in some way.
   *
   * @param way makes of the engine what is called
   */
  World(MemoryStore store, UnaryOperator<Membrane> way) {
    this.store = store;
    this.membrane =
        way.apply(
            Membrane.builder()
                .store(store)
                .clock(() -> now)
                .ids(this::nextId)
                .nonces(ids::nonce)
                .backgroundJobs(false)
                .build());
    RecordChanges records =
        new RecordChanges(
            new RecordText(new TextAnalyzer()), new AuditChain(ids::nonce), Retention.DEFAULTS);
    this.pruning = new Pruning(store, records, Retention.DEFAULTS, new Lessons(List.of()));
    this.expiry = new IdempotencyExpiry(store);
  }

  /** Sets the time and the ids to those of a step. */
  void enter(long seed, Step step) {
    now = step.at();
    ids.enter(seed, step.number());
  }

  Membrane membrane() {
    return membrane;
  }

  Instant now() {
    return now;
  }

  MemoryStore store() {
    return store;
  }

  /** The ids drawn in the trial. */
  List<String> issued() {
    return List.copyOf(issued);
  }

  /** Runs the background work that is due. */
  void sweep() {
    pruning.run(now);
    expiry.run(now);
  }

  /** Which of some ids are those of records. */
  List<Stored> existing(Collection<String> asked) {
    return asked.isEmpty() ? List.of() : store.get(asked);
  }

  /** All records of the trial. */
  List<Stored> records() {
    return existing(issued);
  }

  /** Makes room for the next trial, which is cheaper than another store. */
  void erase() {
    Changeset.Builder changes = Changeset.builder();
    for (Stored stored : records()) {
      changes.change(new Change.Delete(stored.record().id(), stored.version(), List.of()));
    }
    store.commit(changes.build());
    issued.clear();
  }

  @Override
  public void close() {
    membrane.close();
    store.close();
  }

  private String nextId() {
    String id = ids.nextId();
    issued.add(id);
    return id;
  }
}
