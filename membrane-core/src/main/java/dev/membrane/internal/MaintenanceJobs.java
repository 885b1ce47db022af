package dev.membrane.internal;

import dev.membrane.Maintenance.EmbeddingResult;
import dev.membrane.internal.change.LearnedKeys;
import dev.membrane.internal.decay.Pruning;
import dev.membrane.internal.embed.EmbeddingService;
import dev.membrane.internal.history.HistoryPeriod;
import dev.membrane.internal.ingest.KeyExpiry;
import dev.membrane.internal.jobs.BackgroundJobs;
import dev.membrane.spi.Stage;
import java.time.Duration;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The work that nobody waits for: done at intervals, or when it is asked for. Thread-safe. */
final class MaintenanceJobs implements AutoCloseable {

  private static final String PRUNE = "prune";
  private static final String EXPIRY = "idempotency expiry";
  private static final String CONSOLIDATION = "consolidation";
  private static final String ERASURE = "erasure";
  private static final String EMBEDDING = "embedding";

  /** The names by which their runs are noted. */
  static final Set<String> NAMES = Set.of(PRUNE, EXPIRY, CONSOLIDATION, ERASURE, EMBEDDING);

  private static final Duration OFTEN = Duration.ofSeconds(1);

  /** An erasure whose process has died is not left to the next start; one key is looked up. */
  private static final Duration TAKE_OVER = Duration.ofSeconds(15);

  private final EngineParts parts;
  private final HistoryPeriod period;
  private final @Nullable EmbeddingService embedding;
  private final Pruning pruning;
  private final KeyExpiry expiry;
  private final BackgroundJobs jobs;

  /**
   * Jobs that are not scheduled yet.
   *
   * @param embedding null: nothing is embedded
   */
  MaintenanceJobs(EngineParts parts, HistoryPeriod period, @Nullable EmbeddingService embedding) {
    this.parts = parts;
    this.period = period;
    this.embedding = embedding;
    LearnedKeys learned = new LearnedKeys(parts.stages().stream().map(Stage::name).toList());
    this.pruning = new Pruning(parts.store(), parts.records(), parts.config().retention(), learned);
    this.expiry = new KeyExpiry(parts.store());
    this.jobs = new BackgroundJobs(parts.observer());
  }

  /** Begins to do them at intervals, with what else has to go on by itself. */
  void schedule(WriteServices services) {
    Duration sweep = parts.config().jobs().decayInterval();
    jobs.every(
        sweep,
        PRUNE,
        () -> parts.observer().handled(PRUNE, "deleted", prune(services.consolidation()::run)));
    jobs.every(
        sweep, EXPIRY, () -> parts.observer().handled(EXPIRY, "deleted", expireIdempotencyKeys()));
    jobs.everyReporting(
        parts.config().jobs().consolidationInterval(),
        CONSOLIDATION,
        services.consolidation()::runJob);
    jobs.every(TAKE_OVER, ERASURE, () -> parts.runs().noting(ERASURE, services.erasure()::resume));
    if (embedding != null) {
      jobs.every(OFTEN, EMBEDDING, this::embedObserved);
    }
  }

  private void embedObserved() {
    EmbeddingResult result = embed();
    parts.observer().handled(EMBEDDING, "embedded", result.embedded());
    parts.observer().handled(EMBEDDING, "set aside", result.setAside());
  }

  /** Deletes what has run out, and answers how many records. */
  int prune() {
    return prune(() -> {});
  }

  private int prune(Runnable learning) {
    return parts
        .runs()
        .noting(PRUNE, () -> parts.locks().await(PRUNE, () -> pruneInTurn(learning)).orElse(0));
  }

  private int pruneInTurn(Runnable learning) {
    int pruned = pruning.run(parts.clock().instant(), learning);
    period.sweep(parts.store());
    return pruned;
  }

  /** Forgets old idempotency keys, and answers how many. */
  int expireIdempotencyKeys() {
    return parts
        .runs()
        .noting(
            EXPIRY,
            () -> parts.locks().await(EXPIRY, () -> expiry.run(parts.clock().instant())).orElse(0));
  }

  /** Embeds what waits for it; without an embedder, nothing. */
  EmbeddingResult embed() {
    return embedding == null
        ? EmbeddingResult.NOTHING
        : parts.runs().noting(EMBEDDING, embedding::run);
  }

  /** Answers if this thread is one that {@link #close} waits for. */
  boolean isRunningHere() {
    return jobs.isRunningHere() || (embedding != null && embedding.isRunningHere());
  }

  /** Stops all of them, and gives up the turns that they have. */
  @Override
  public void close() {
    if (embedding != null) {
      embedding.close();
    }
    parts.locks().close();
    jobs.close();
    if (embedding != null) {
      embedding.awaitEnd();
    }
  }
}
