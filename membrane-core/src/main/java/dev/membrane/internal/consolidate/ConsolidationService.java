package dev.membrane.internal.consolidate;

import dev.membrane.Caller;
import dev.membrane.ConsolidationResult;
import dev.membrane.ConsolidationResult.StageResult;
import dev.membrane.Permission;
import dev.membrane.internal.consolidate.UnlearnedEpisodes.EpisodeChoice;
import dev.membrane.internal.value.Scopes;
import dev.membrane.internal.value.TextRules;
import dev.membrane.internal.work.JobLog;
import dev.membrane.internal.work.StoreLocks;
import dev.membrane.internal.work.WorkFailures;
import dev.membrane.schema.ValidationException;
import dev.membrane.schema.Visible;
import dev.membrane.spi.FaultLog;
import dev.membrane.spi.Observer;
import dev.membrane.spi.Observer.WorkOutcome;
import dev.membrane.spi.Stage;
import dev.membrane.spi.search.Visibility;
import dev.membrane.spi.store.StoreUnavailableException;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.spi.LoggingEventBuilder;

/**
 * Turns settled episodes into knowledge. A run continues where the last one ended, and changes
 * nothing if there is nothing new. Safe for use by many threads, of which one runs at a time, and
 * on many nodes.
 */
public final class ConsolidationService {

  private static final Logger LOG = LoggerFactory.getLogger(ConsolidationService.class);

  private final List<Stage<?>> stages;
  private final LearningContext learning;
  private final InstantSource clock;
  private final StoreLocks locks;
  private final Observer observer;
  private final JobLog runs;
  private final FaultLog faults = new FaultLog(LOG::warn, LOG::info);

  /**
   * A service over a store.
   *
   * @param stages the ways to learn, in their order
   * @param clock the time, cut to microseconds
   * @param locks keeps several processes from doing the same
   * @param observer is told what each run did, whoever asked for it
   * @param runs notes how each stage ended
   */
  public ConsolidationService(
      LearningContext learning,
      List<Stage<?>> stages,
      InstantSource clock,
      StoreLocks locks,
      Observer observer,
      JobLog runs) {
    this.stages = List.copyOf(stages);
    this.learning = learning;
    this.clock = clock;
    this.locks = locks;
    this.observer = observer;
    this.runs = runs;
  }

  /** Runs as {@link #run(Caller)} does, where no caller has to be known. */
  public ConsolidationResult run() {
    return run(Caller.ANONYMOUS);
  }

  /** Runs as {@link #run()} does, and answers how the first stage ended that failed. */
  public WorkOutcome runJob() {
    return runStages(Caller.ANONYMOUS, Optional.empty())
        .map(run -> run.outcome)
        .orElse(WorkOutcome.OK);
  }

  /**
   * Learns from everything that has settled, until nothing is due or the thread is interrupted. Of
   * the processes that share the store one does so at a time; the others wait. Between two batches
   * whoever asks for the turn gets it.
   *
   * @throws dev.membrane.AccessDeniedException without the permission to
   * @throws dev.membrane.CancelledException if the caller ceases to wait before the run begins
   * @throws StoreUnavailableException if the store is unavailable, or was closed meanwhile
   */
  public ConsolidationResult run(Caller caller) {
    caller.require(Permission.ADMIN, "running the consolidation");
    return result(runStages(caller, Optional.empty()));
  }

  /**
   * Runs as {@link #run(Caller)} does, and first queues the settled episodes that a stage has not
   * learned from.
   *
   * @param scope only those of it; null: all that the caller may see
   * @throws dev.membrane.AccessDeniedException without the permission to
   * @throws ValidationException if no stage has the name, or the scope is not the caller's
   * @throws dev.membrane.CancelledException if the caller ceases to wait before the run begins
   * @throws StoreUnavailableException if the store is unavailable, or was closed meanwhile
   */
  public ConsolidationResult runAgain(String stage, @Nullable String scope, Caller caller) {
    caller.require(Permission.ADMIN, "running the consolidation");
    List<String> names = names();
    if (!names.contains(stage)) {
      throw new ValidationException("again", "must be one of: " + String.join(", ", names));
    }
    Visibility seen = seen(scope, caller.visibility());
    return result(runStages(caller, Optional.of(new EpisodeChoice(stage, seen, scope != null))));
  }

  private List<String> names() {
    return stages.stream().<String>map(Stage::name).toList();
  }

  private static Visibility seen(@Nullable String scope, Visibility visibility) {
    if (scope == null) {
      return visibility;
    }
    TextRules.check("scope", scope);
    Visible.checkName("scope", scope);
    Scopes.requireAllowed(scope, visibility);
    Set<String> forms = Scopes.inEveryForm(Set.of(scope));
    return visibility.and(new Visibility(visibility.ceiling(), forms));
  }

  /** An interrupt ends a run early; the end of the memory is no answer. */
  private ConsolidationResult result(Optional<AllStages> run) {
    run.ifPresent(AllStages::requireStore);
    if (run.filter(all -> all.remaining.isEmpty()).isEmpty()) {
      locks.requireOpen();
    }
    return run.map(AllStages::result).orElse(ConsolidationResult.NOTHING);
  }

  private Optional<AllStages> runStages(Caller caller, Optional<EpisodeChoice> again) {
    Optional<AllStages> run =
        runs.noting(
            StoreLocks.CONSOLIDATION,
            () -> inTurn(caller, again),
            all -> all.map(stages -> stages.outcome).orElse(WorkOutcome.OK));
    run.map(AllStages::result).ifPresent(this::tell);
    return run;
  }

  private Optional<AllStages> inTurn(Caller caller, Optional<EpisodeChoice> again) {
    Optional<AllStages> begun =
        locks.await(
            StoreLocks.CONSOLIDATION,
            caller,
            () -> {
              AllStages run = new AllStages(clock.instant(), again);
              run.goOn();
              return run;
            });
    begun.ifPresent(this::finish);
    return begun;
  }

  private void finish(AllStages run) {
    boolean hadTurn = true;
    while (hadTurn && run.goesOn()) {
      hadTurn = locks.await(StoreLocks.CONSOLIDATION, run::goOn).isPresent();
    }
  }

  private void tell(ConsolidationResult result) {
    if (!result.total().equals(StageResult.NOTHING) || result.again() != null) {
      log(result);
    }
    result.stages().forEach(this::tell);
  }

  /** A run of all stages, with what remains of it to do. Not thread-safe. */
  private final class AllStages {

    private final LearningProgress progress =
        new LearningProgress(
            clock,
            line -> LOG.info("consolidating: {}", line),
            () -> locks.isAsked(StoreLocks.CONSOLIDATION));

    private final Map<String, StageResult> results = new LinkedHashMap<>();

    /** How the first stage ended that failed; the run of all is then no success either. */
    private WorkOutcome outcome = WorkOutcome.OK;

    /** The work that is not done yet. Each part answers whether it is done. */
    private final Deque<BooleanSupplier> remaining = new ArrayDeque<>();

    private final Optional<UnlearnedEpisodes> again;

    /** What has ended the run, as no stage can work without the store. */
    private Optional<StoreUnavailableException> away = Optional.empty();

    AllStages(Instant now, Optional<EpisodeChoice> choice) {
      again = choice.map(it -> new UnlearnedEpisodes(learning.store(), it, now, progress));
      add(new Compression(learning, now, progress));
      remaining.add(new Settling(learning.store(), names(), now, progress)::run);
      again.ifPresent(episodes -> remaining.add(episodes::queuePage));
      for (Stage<?> stage : stages) {
        boolean isLast = stage == stages.get(stages.size() - 1);
        add(new StagePass<>(learning, stage, isLast, now, progress));
      }
    }

    private void add(StageWork work) {
      remaining.add(() -> supervise(work, this));
    }

    ConsolidationResult result() {
      return new ConsolidationResult(results, again.map(UnlearnedEpisodes::result).orElse(null));
    }

    private void note(WorkOutcome ofStage) {
      if (outcome == WorkOutcome.OK) {
        outcome = ofStage;
      }
    }

    void requireStore() {
      if (away.isPresent()) {
        throw away.get();
      }
    }

    boolean goesOn() {
      return away.isEmpty() && !remaining.isEmpty();
    }

    /** Answers whether nothing remains. */
    boolean goOn() {
      do {
        if (remaining.element().getAsBoolean()) {
          remaining.remove();
        }
      } while (goesOn() && progress.goesOn());
      return remaining.isEmpty();
    }
  }

  private static void log(ConsolidationResult result) {
    LoggingEventBuilder line = LOG.atInfo();
    for (Map.Entry<String, Integer> count : result.counts().entrySet()) {
      line = line.addKeyValue(count.getKey(), count.getValue());
    }
    line.log("consolidated");
  }

  private void tell(String stage, StageResult did) {
    observer.handledByStage(stage, "created", did.created());
    observer.handledByStage(stage, "reinforced", did.reinforced());
    observer.handledByStage(stage, "compressed", did.compressed());
    observer.handledByStage(stage, "failed", did.failed());
  }

  /** Answers whether the work is done, or has failed. */
  private boolean supervise(StageWork work, AllStages run) {
    try {
      boolean isDone = runs.noting(work.name(), work::run, done -> work.outcome());
      if (isDone) {
        run.note(work.outcome());
      }
      if (work.hasHandled()) {
        faults.works(work.name());
      }
      return isDone;
    } catch (RuntimeException failure) {
      if (Thread.currentThread().isInterrupted()) {
        LOG.debug("stage {} was interrupted", work.name(), failure);
        return true;
      }
      // A failing stage must not keep the next from learning.
      run.note(WorkOutcome.of(failure));
      if (failure instanceof StoreUnavailableException lost) {
        run.away = Optional.of(lost);
      }
      faults.failed(
          work.name(),
          failure,
          () ->
              WorkFailures.log(
                  LOG, "stage " + work.name() + " failed; it goes on at the next run", failure));
      return true;
    } finally {
      run.results.put(work.name(), work.result());
    }
  }
}
