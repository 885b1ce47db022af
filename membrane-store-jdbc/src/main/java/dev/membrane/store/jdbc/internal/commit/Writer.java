package dev.membrane.store.jdbc.internal.commit;

import dev.membrane.spi.FaultLog;
import dev.membrane.spi.commit.Changeset;
import dev.membrane.spi.store.StoreUnavailableException;
import dev.membrane.spi.store.UnreadableScopeException;
import dev.membrane.store.jdbc.crypto.StoreCipher;
import dev.membrane.store.jdbc.internal.session.SqlCodes;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The one thread of a store that writes. It takes all waiting changesets and commits them together,
 * so that many callers share one sync of the log. Each caller is told when its own changeset is
 * durable. Safe for use by many threads.
 */
public final class Writer implements AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(Writer.class);
  private static final String COMMIT = "the commit";

  private final FaultLog faults;
  private final CommitQueue queue = new CommitQueue();
  private final Commits<?> commits;
  private final StoreCipher cipher;
  private final Thread thread;

  /** Waits for the turns of others, so that this one need not; null: there is none. */
  private final @Nullable Writer patient;

  /** The routes that the patient one has something of, and of how many changesets. */
  private final ConcurrentMap<String, Integer> awaited = new ConcurrentHashMap<>();

  private Writer(String name, Commits<?> commits, StoreCipher cipher, @Nullable Writer patient) {
    this.commits = commits;
    this.cipher = cipher;
    this.patient = patient;
    // Both commit to one database, so its failures are told once.
    this.faults = patient == null ? new FaultLog(LOG::warn, LOG::info) : patient.faults;
    this.thread = new Thread(this::run, name);
    thread.setDaemon(true);
  }

  /**
   * Starts one, whose thread has a name.
   *
   * @param patient is given what fails since somebody else has the turn, and outlives this one;
   *     null: whoever commits waits
   */
  public static Writer start(
      String name, Commits<?> commits, StoreCipher cipher, @Nullable Writer patient) {
    Writer writer = new Writer(name, commits, cipher, patient);
    writer.thread.start();
    return writer;
  }

  /**
   * Does all that needs no turn of the writer.
   *
   * @param route those of one route are committed in their order
   * @return commits the changeset, and returns when it is durable
   */
  public Runnable prepare(Changeset changeset, String route) {
    PreparedChangeset prepared = PreparedChangeset.of(changeset, cipher);
    return () -> {
      QueuedCommit pending = new QueuedCommit(prepared, route);
      queue.add(List.of(pending));
      pending.await();
    };
  }

  /**
   * Commits changesets in their order, in one transaction. Returns before they are durable.
   *
   * @param route of all of them
   */
  public List<CompletableFuture<@Nullable Void>> commitEach(
      List<Changeset> changesets, String route) {
    if (changesets.isEmpty()) {
      return List.of();
    }
    List<QueuedCommit> group = new ArrayList<>();
    List<CompletableFuture<@Nullable Void>> outcomes = new ArrayList<>();
    for (Changeset changeset : changesets) {
      try {
        QueuedCommit pending = new QueuedCommit(PreparedChangeset.of(changeset, cipher), route);
        group.add(pending);
        outcomes.add(pending.outcome());
      } catch (UnreadableScopeException damaged) {
        outcomes.add(CompletableFuture.failedFuture(damaged));
      }
    }
    try {
      if (!group.isEmpty()) {
        queue.add(group);
      }
    } catch (StoreUnavailableException closed) {
      group.forEach(pending -> pending.fail(() -> closed));
    }
    return outcomes;
  }

  /**
   * Does nothing where it still commits.
   *
   * @throws StoreUnavailableException if it does not
   */
  public void check() {
    if (queue.isClosed()) {
      throw new StoreUnavailableException(CommitQueue.CLOSED);
    }
  }

  /** Commits what waits, and closes the connection. */
  @Override
  public void close() {
    queue.close();
    join();
    commits.close();
  }

  /** Whatever ends it, nobody waits for a thread that is gone. */
  private void run() {
    List<QueuedCommit> batch = List.of();
    try {
      commits.begin();
      batch = next();
      while (!batch.isEmpty()) {
        commit(withoutAwaited(batch));
        batch = List.of();
        queue.done();
        batch = next();
      }
    } catch (Throwable failure) {
      failAll(batch, failure);
      LOG.error("the writer of the store has failed; nothing is committed any more", failure);
    }
  }

  /** What was taken last, and all that waits. Nothing more is let in. */
  private void failAll(List<QueuedCommit> taken, Throwable failure) {
    queue.close();
    QueuedCommit.CommitFailure told = QueuedCommit.CommitFailure.unavailable(failure);
    List<QueuedCommit> batch = taken;
    do {
      batch.forEach(pending -> pending.fail(told));
      batch = queue.take();
    } while (!batch.isEmpty());
  }

  private List<QueuedCommit> next() {
    commits.idle(queue);
    return queue.take();
  }

  /** What comes after something that is waited for waits, too. */
  private List<QueuedCommit> withoutAwaited(List<QueuedCommit> batch) {
    if (awaited.isEmpty()) {
      return batch;
    }
    List<QueuedCommit> rest = new ArrayList<>();
    for (QueuedCommit pending : batch) {
      if (awaited.containsKey(pending.route())) {
        handOver(List.of(pending));
      } else {
        rest.add(pending);
      }
    }
    return rest;
  }

  private void handOver(List<QueuedCommit> ofOneRoute) {
    for (QueuedCommit pending : ofOneRoute) {
      awaited.merge(pending.route(), 1, Integer::sum);
    }
    try {
      Objects.requireNonNull(patient).queue.add(ofOneRoute);
    } catch (StoreUnavailableException closed) {
      ofOneRoute.forEach(pending -> pending.fail(() -> closed));
    }
    for (QueuedCommit pending : ofOneRoute) {
      var unused =
          pending
              .outcome()
              .whenComplete(
                  (done, failed) ->
                      awaited.computeIfPresent(
                          pending.route(), (route, count) -> count == 1 ? null : count - 1));
    }
  }

  /** Each route by itself, as one of them has to wait. */
  private void commitByRoute(List<QueuedCommit> batch) {
    Map<String, List<QueuedCommit>> routes =
        batch.stream()
            .collect(
                Collectors.groupingBy(
                    QueuedCommit::route, LinkedHashMap::new, Collectors.toList()));
    if (routes.size() == 1) {
      handOver(batch);
    } else {
      routes.values().forEach(this::commit);
    }
  }

  // The supervised boundary of the thread: whatever happens to one batch, its callers are told and
  // the next one is tried.
  private void commit(List<QueuedCommit> batch) {
    if (batch.isEmpty()) {
      return;
    }
    try {
      commits.commit(batch);
      faults.works(COMMIT);
    } catch (Throwable failure) {
      if (patient != null && commits.isTurnOfOther(failure)) {
        commits.drop();
        commitByRoute(batch);
        return;
      }
      QueuedCommit.CommitFailure told = QueuedCommit.CommitFailure.unavailable(failure);
      faults.failed(
          COMMIT,
          told.exception(),
          () ->
              LOG.warn(
                  "{} changesets could not be committed: {}",
                  batch.size(),
                  SqlCodes.notWritten(failure).reason()));
      commits.drop();
      batch.forEach(pending -> pending.fail(told));
    }
  }

  private void join() {
    boolean interrupted = false;
    while (thread.isAlive()) {
      try {
        thread.join();
      } catch (InterruptedException later) {
        interrupted = true;
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }
}
