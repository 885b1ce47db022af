package dev.membrane.internal.consolidate;

import dev.membrane.ConsolidationResult.StageResult;
import dev.membrane.internal.access.ById;
import dev.membrane.internal.keys.Queues;
import dev.membrane.internal.work.CommitRetry;
import dev.membrane.internal.work.RedactedFailure;
import dev.membrane.spi.Episode;
import dev.membrane.spi.ModelException;
import dev.membrane.spi.Stage;
import dev.membrane.spi.commit.Changeset;
import dev.membrane.spi.commit.Changeset.QueueRow;
import dev.membrane.spi.commit.ConflictException;
import dev.membrane.spi.store.MemoryStore;
import dev.membrane.spi.store.StoreUnavailableException;
import dev.membrane.spi.store.StoredRecord;
import dev.membrane.spi.store.UnreadableRecordException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Runs one stage, batch by batch, until nothing is due. What a batch learns, and the marks that it
 * was learned, are one commit. An episode that cannot be handled is tried again later. It is set
 * aside after some attempts, or at once if a model refuses it for good. If a model refuses our
 * access, or fails on one episode after the other, the stage ends for this run and leaves the
 * remaining episodes as they are. Not thread-safe.
 *
 * @param <L> the lessons of the stage
 */
final class StagePass<L> implements StageWork {

  private static final Logger LOG = LoggerFactory.getLogger(StagePass.class);
  private static final int BATCH = 50;
  private static final int MAX_ATTEMPTS = 5;
  private static final Duration FIRST_PAUSE = Duration.ofMinutes(1);

  private final LearningContext learning;
  private final Stage<L> stage;
  private final boolean isLast;
  private final Instant now;
  private final LearningProgress progress;
  private final ModelFailures failures = new ModelFailures();
  private boolean hasHandled;
  private int created;
  private int met;
  private int skipped;

  StagePass(
      LearningContext learning,
      Stage<L> stage,
      boolean isLast,
      Instant now,
      LearningProgress progress) {
    this.learning = learning;
    this.stage = stage;
    this.isLast = isLast;
    this.now = now;
    this.progress = progress;
  }

  @Override
  public String name() {
    return stage.name();
  }

  @Override
  public boolean hasHandled() {
    return hasHandled;
  }

  @Override
  public StageResult result() {
    return new StageResult(created, met, 0, skipped);
  }

  @Override
  public boolean run() {
    int all = 0;
    int handled;
    do {
      handled = CommitRetry.untilCommitted(this::batch);
      all += handled;
      progress.at(stage.name(), all);
    } while (handled > 0 && progress.goesOn());
    return handled == 0;
  }

  /** Reads anew what is due each time: another node may have been faster. */
  private int batch() {
    List<QueueRow> rows = learning.store().due(Queues.learning(stage.name()), now, BATCH);
    if (rows.isEmpty()) {
      return 0;
    }
    try {
      count(attempt(rows));
    } catch (ConflictException | StoreUnavailableException failure) {
      throw failure;
    } catch (RuntimeException failure) {
      rethrowUnlessOfTheEpisode(failure);
      // A stage is a plugin and may throw anything: each episode alone, so that one fails alone.
      LOG.debug(
          "stage {} cannot handle a batch at once", stage.name(), RedactedFailure.of(failure));
      return (int) rows.stream().filter(this::alone).count();
    }
    return rows.size();
  }

  /** Handles one episode; answers whether it is done with, for this run at least. */
  private boolean alone(QueueRow row) {
    try {
      count(attempt(List.of(row)));
      return true;
    } catch (ConflictException changed) {
      LOG.debug("episode {} changed meanwhile and comes up again", row.item(), changed);
      return false;
    } catch (StoreUnavailableException failure) {
      throw failure;
    } catch (RuntimeException failure) {
      rethrowUnlessOfTheEpisode(failure);
      // As above, for one episode. What else is due goes on without it.
      putOff(row, failure);
      failures.count(failure);
      return true;
    }
  }

  /**
   * A model that refuses everything, or an interrupt, whatever a stage makes of it, is no reason to
   * put off any episode. The stage ends for this run, and the waiting episodes wait for the next.
   */
  private static void rethrowUnlessOfTheEpisode(RuntimeException failure) {
    boolean isRefusal = failure instanceof ModelException model && model.isRefusal();
    if (isRefusal || Thread.currentThread().isInterrupted()) {
      throw failure;
    }
  }

  private void count(StageCommit.StageCounts counts) {
    failures.forget();
    hasHandled = true;
    created += counts.created();
    met += counts.met();
  }

  private StageCommit.StageCounts attempt(List<QueueRow> rows) {
    MemoryStore store = learning.store();
    List<WholeEpisode> due = WholeEpisode.of(firstParts(rows), store);
    List<WholeEpisode> settled = due.stream().filter(whole -> whole.isSettled(now)).toList();
    List<StoredRecord> parts = settled.stream().flatMap(whole -> whole.parts().stream()).toList();
    List<Episode> episodes = settled.stream().map(WholeEpisode::episode).toList();
    StageCommit commit = new StageCommit(store);
    new LessonBatch<>(learning, stage, now).into(commit, parts, episodes);
    Changeset.Builder changes = Changeset.builder();
    rows.forEach(changes::done);
    due.stream()
        .filter(whole -> !whole.isSettled(now))
        .forEach(whole -> changes.enqueue(whenSettled(whole)));
    if (isLast) {
      parts.forEach(part -> learning.records().release(part, changes));
    }
    commit.addTo(changes, learning.records());
    store.commit(changes.build());
    return commit.counts();
  }

  /** The episodes of rows, in their order; without those that are not there any more. */
  private List<StoredRecord> firstParts(List<QueueRow> rows) {
    Map<String, StoredRecord> found =
        learning.store().get(rows.stream().map(QueueRow::item).toList()).stream()
            .collect(ById.records());
    return rows.stream()
        .map(QueueRow::item)
        .distinct()
        .map(found::get)
        .filter(Objects::nonNull)
        .toList();
  }

  private QueueRow whenSettled(WholeEpisode whole) {
    return new QueueRow(Queues.learning(stage.name()), whole.id(), whole.settledAt(), 0);
  }

  /** What a model refuses today it refuses tomorrow, and every attempt may cost money. */
  private static boolean isPermanent(RuntimeException failure) {
    return failure instanceof ModelException refusal && refusal.isPermanent();
  }

  /**
   * Logs a failure. The message of a model says why, and as a model may fail with every episode, it
   * is logged without its stack.
   */
  private void warn(QueueRow row, int attempts, boolean isAside, RuntimeException failure) {
    boolean isModel = failure instanceof ModelException;
    String what = failure instanceof UnreadableRecordException ? "cannot be read" : "failed";
    LOG.atWarn()
        .setCause(isModel ? null : RedactedFailure.of(failure))
        .log(
            "stage {} {} on episode {}, attempt {}{}{}",
            stage.name(),
            what,
            row.item(),
            attempts,
            isAside ? ", set aside" : "",
            isModel ? ": " + failure.getMessage() : "");
  }

  private void putOff(QueueRow row, RuntimeException failure) {
    int attempts = row.attempts() + 1;
    boolean isAside = attempts == MAX_ATTEMPTS || isPermanent(failure);
    Duration pause = FIRST_PAUSE.multipliedBy(1L << attempts);
    QueueRow later =
        isAside
            ? new QueueRow(Queues.aside(stage.name()), row.item(), now, attempts)
            : new QueueRow(row.queue(), row.item(), now.plus(pause), attempts);
    try {
      learning.store().commit(Changeset.builder().done(row).enqueue(later).build());
    } catch (ConflictException changed) {
      LOG.debug("episode {} changed meanwhile and comes up again", row.item(), changed);
      return;
    }
    skipped++;
    warn(row, attempts, isAside, failure);
  }
}
