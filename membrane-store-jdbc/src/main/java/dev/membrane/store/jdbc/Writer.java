package dev.membrane.store.jdbc;

import dev.membrane.spi.Changeset;
import dev.membrane.spi.FaultLog;
import dev.membrane.spi.StoreUnavailableException;
import dev.membrane.spi.UnreadableScopeException;
import dev.membrane.store.jdbc.crypto.StoreCipher;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
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

  private final FaultLog faults = new FaultLog(LOG::warn, LOG::info);
  private final CommitQueue queue = new CommitQueue();
  private final Commits<?> commits;
  private final StoreCipher cipher;
  private final Thread thread;

  private Writer(String name, Commits<?> commits, StoreCipher cipher) {
    this.commits = commits;
    this.cipher = cipher;
    this.thread = new Thread(this::run, name);
    thread.setDaemon(true);
  }

  /** Starts one that encrypts nothing, whose thread has a name. */
  public static Writer start(String name, Commits<?> commits) {
    return start(name, commits, StoreCipher.NONE);
  }

  /** Starts one, whose thread has a name. */
  public static Writer start(String name, Commits<?> commits, StoreCipher cipher) {
    Writer writer = new Writer(name, commits, cipher);
    writer.thread.start();
    return writer;
  }

  /**
   * Does all that needs no turn of the writer.
   *
   * @return commits the changeset, and returns when it is durable
   */
  public Runnable prepare(Changeset changeset) {
    PreparedChangeset prepared = PreparedChangeset.of(changeset, cipher);
    return () -> {
      Pending pending = new Pending(prepared);
      queue.add(List.of(pending));
      pending.await();
    };
  }

  /** Commits changesets in their order, in one transaction. Returns before they are durable. */
  public List<CompletableFuture<@Nullable Void>> commitEach(List<Changeset> changesets) {
    if (changesets.isEmpty()) {
      return List.of();
    }
    List<Pending> group = new ArrayList<>();
    List<CompletableFuture<@Nullable Void>> outcomes = new ArrayList<>();
    for (Changeset changeset : changesets) {
      try {
        Pending pending = new Pending(PreparedChangeset.of(changeset, cipher));
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
    if (!thread.isAlive()) {
      throw new StoreUnavailableException("the store is closed, or its writer has failed");
    }
  }

  /** Commits what waits, and closes the connection. */
  @Override
  public void close() {
    queue.close();
    join();
    commits.close();
  }

  private void run() {
    commits.begin();
    List<Pending> batch = next();
    while (!batch.isEmpty()) {
      commit(batch);
      queue.done();
      batch = next();
    }
  }

  private List<Pending> next() {
    commits.idle(queue);
    return queue.take();
  }

  // The supervised boundary of the thread: whatever happens to one batch, its callers are told and
  // the next one is tried.
  private void commit(List<Pending> batch) {
    try {
      commits.commit(batch);
      faults.works(COMMIT);
    } catch (Throwable failure) {
      Pending.Failure told = Pending.Failure.unavailable(failure);
      faults.failed(
          COMMIT,
          told.exception(),
          () ->
              LOG.warn(
                  "{} changesets could not be committed: {}", batch.size(), failure.getMessage()));
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
