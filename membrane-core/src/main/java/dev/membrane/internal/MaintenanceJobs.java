package dev.membrane.internal;

import dev.membrane.Maintenance.EmbeddingResult;
import dev.membrane.internal.change.LearnedKeys;
import dev.membrane.internal.decay.Pruning;
import dev.membrane.internal.embed.EmbeddingService;
import dev.membrane.internal.history.HistoryPeriod;
import dev.membrane.internal.ingest.KeyExpiry;
import dev.membrane.internal.jobs.BackgroundJobs;
import dev.membrane.internal.jobs.ClockLeap;
import dev.membrane.spi.Stage;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.function.ToIntFunction;
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
  private final WriteServices services;
  private final HistoryPeriod period;
  private final @Nullable EmbeddingService embedding;
  private final Pruning pruning;
  private final KeyExpiry expiry;
  private final BackgroundJobs jobs;
  private final ClockLeap leap;

  /**
   * Jobs that are not scheduled yet.
   *
   * @param services learn, and finish erasures
   * @param embedding null: nothing is embedded
   */
  MaintenanceJobs(
      EngineParts parts,
      WriteServices services,
      HistoryPeriod period,
      @Nullable EmbeddingService embedding) {
    this.parts = parts;
    this.services = services;
    this.period = period;
    this.embedding = embedding;
    LearnedKeys learned = new LearnedKeys(parts.stages().stream().map(Stage::name).toList());
    this.pruning = new Pruning(parts.store(), parts.records(), parts.config().retention(), learned);
    this.expiry = new KeyExpiry(parts.store());
    this.jobs = new BackgroundJobs(parts.observer());
    this.leap = new ClockLeap(parts.clock().instant(), System::nanoTime);
  }

  /** Begins to do them at intervals, with what else has to go on by itself. */
  void schedule() {
    Duration sweep = parts.config().jobs().decayInterval();
    jobs.every(
        sweep,
        PRUNE,
        () -> parts.observer().handled(PRUNE, "deleted", prune(leap::isDoubted).orElse(0)));
    jobs.every(
        sweep,
        EXPIRY,
        () -> parts.observer().handled(EXPIRY, "deleted", expireKeys(leap::isDoubted).orElse(0)));
    jobs.everyReporting(
        parts.config().jobs().consolidationInterval(),
        CONSOLIDATION,
        services.consolidation()::runJob);
    jobs.every(TAKE_OVER, ERASURE, this::finishErasures);
    if (embedding != null) {
      jobs.every(OFTEN, EMBEDDING, () -> embedObserved(embedding));
    }
  }

  private void embedObserved(EmbeddingService service) {
    EmbeddingResult result = parts.runs().noting(EMBEDDING, service::run);
    parts.observer().handled(EMBEDDING, "embedded", result.embedded());
    parts.observer().handled(EMBEDDING, "set aside", result.setAside());
  }

  /**
   * Finishes what was to be erased, then deletes what has run out, and answers how many records
   * that were. Who asks for it trusts the clock.
   */
  int prune() {
    finishErasures();
    return prune(now -> false).orElseGet(this::noneWithoutTurn);
  }

  private void finishErasures() {
    parts.runs().noting(ERASURE, services.erasure()::resume);
  }

  private Optional<Integer> prune(Predicate<Instant> isDoubted) {
    return inTurn(PRUNE, isDoubted, this::prune);
  }

  private int prune(Instant now) {
    int pruned = pruning.run(now, services.consolidation()::run);
    period.sweep(parts.store(), now);
    return pruned;
  }

  /** Forgets old idempotency keys, and answers how many. */
  int expireIdempotencyKeys() {
    return expireKeys(now -> false).orElseGet(this::noneWithoutTurn);
  }

  private Optional<Integer> expireKeys(Predicate<Instant> isDoubted) {
    return inTurn(EXPIRY, isDoubted, expiry::run);
  }

  /** An interrupt ends a call early; the end of the memory is no answer. */
  private int noneWithoutTurn() {
    parts.locks().requireOpen();
    return 0;
  }

  /**
   * Removes what is due by a clock that is looked at once, unless it is doubted; empty if this was
   * closed or the thread interrupted before.
   */
  private Optional<Integer> inTurn(
      String name, Predicate<Instant> isDoubted, ToIntFunction<Instant> removal) {
    return parts
        .runs()
        .noting(
            name,
            () ->
                parts
                    .locks()
                    .await(name, () -> removeBy(parts.clock().instant(), isDoubted, removal)));
  }

  private static int removeBy(
      Instant now, Predicate<Instant> isDoubted, ToIntFunction<Instant> removal) {
    return isDoubted.test(now) ? 0 : removal.applyAsInt(now);
  }

  /** Embeds what waits for it; without an embedder, nothing. */
  EmbeddingResult embed() {
    return embedding == null
        ? EmbeddingResult.NOTHING
        : parts.runs().noting(EMBEDDING, embedding::runNow);
  }

  /** Answers if this thread is one that {@link #close} waits for. */
  boolean isRunningHere() {
    return jobs.isRunningHere() || (embedding != null && embedding.isRunningHere());
  }

  /** Stops all of them, and gives up the turns that they have. */
  @Override
  public void close() {
    parts.locks().close();
    if (embedding != null) {
      embedding.close();
    }
    jobs.close();
    if (embedding != null) {
      embedding.awaitEnd();
    }
  }
}
