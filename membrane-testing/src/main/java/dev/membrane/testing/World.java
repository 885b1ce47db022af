package dev.membrane.testing;

import dev.membrane.ConsolidationResult;
import dev.membrane.Maintenance.EmbeddingResult;
import dev.membrane.Membrane;
import dev.membrane.MembraneBuilder;
import dev.membrane.internal.audit.AuditChain;
import dev.membrane.internal.change.LearnedKeys;
import dev.membrane.internal.change.RecordChanges;
import dev.membrane.internal.change.Retention;
import dev.membrane.internal.decay.Pruning;
import dev.membrane.internal.ingest.KeyExpiry;
import dev.membrane.internal.text.RecordText;
import dev.membrane.internal.text.TextAnalyzer;
import dev.membrane.spi.Embedder;
import dev.membrane.spi.store.MemoryStore;
import dev.membrane.spi.store.StoredRecord;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** A memory whose time, ids and nonces the trial sets. Not thread-safe. */
final class World implements AutoCloseable {

  private final TrackingStore store;
  private final Membrane engine;
  private final Membrane membrane;
  private final Pruning pruning;
  private final KeyExpiry expiry;
  private final StepIds ids = new StepIds();
  private final List<String> issued = new ArrayList<>();
  private volatile Instant now = Instant.EPOCH;

  World(MemoryStore store) {
    this(store, null, engine -> engine);
  }

  /**
   * A memory that is reached in some way.
   *
   * @param embedder gives the records vectors; null: none
   * @param way makes of the engine what is called
   */
  World(MemoryStore opened, @Nullable Embedder embedder, UnaryOperator<Membrane> way) {
    this.store = new TrackingStore(opened);
    MembraneBuilder builder =
        Membrane.builder()
            .store(store)
            .clock(() -> now)
            .ids(this::nextId)
            .nonces(ids::nonce)
            .stages(LearningStage.drawingFrom(ids))
            .backgroundJobs(false);
    this.engine = (embedder == null ? builder : builder.embedder(embedder)).build();
    this.membrane = way.apply(engine);
    store.settle();
    RecordChanges records =
        new RecordChanges(
            new RecordText(new TextAnalyzer()), new AuditChain(ids::nonce), Retention.DEFAULTS);
    this.pruning = new Pruning(store, records, Retention.DEFAULTS, new LearnedKeys(List.of()));
    this.expiry = new KeyExpiry(store);
  }

  /** Sets the time and the ids to those of a step. */
  void enter(long seed, TrialStep step) {
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

  /** Embeds what waits for it; without an embedder, nothing. */
  @Nullable Object embed() {
    EmbeddingResult unused = engine.maintenance().embed();
    return null;
  }

  /** Learns from what has settled. */
  @Nullable Object consolidate() {
    ConsolidationResult unused = engine.maintenance().consolidate();
    return null;
  }

  /** Which of some ids are those of records. */
  List<StoredRecord> existing(Collection<String> asked) {
    return asked.isEmpty() ? List.of() : store.get(asked);
  }

  /** All records of the trial. */
  List<StoredRecord> records() {
    return existing(issued);
  }

  /** Makes room for the next trial, which is cheaper than another store. */
  void erase() {
    store.remove(records());
    issued.clear();
  }

  @Override
  public void close() {
    membrane.close();
    store.close();
  }

  /** Leaves out ids that the step could draw. */
  void passIds(int count) {
    for (int i = 0; i < count; i++) {
      ids.nextId();
    }
  }

  private String nextId() {
    String id = ids.nextId();
    issued.add(id);
    return id;
  }
}
