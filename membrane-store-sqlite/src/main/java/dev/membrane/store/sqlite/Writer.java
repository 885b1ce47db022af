package dev.membrane.store.sqlite;

import dev.membrane.spi.StoreUnavailableException;
import java.sql.SQLException;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The one thread that writes. It takes all the changesets that wait, applies them in one
 * transaction and commits once, so that many callers share one sync of the log; each is told when
 * its own has become durable.
 */
final class Writer implements AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(Writer.class);

  private final CommitQueue queue = new CommitQueue();
  private final Sql sql;
  private final RecordTables records;
  private final Thread thread = new Thread(this::run, "membrane-sqlite-writer");
  private volatile CommitStatistics statistics = new CommitStatistics(0, 0);

  /** Takes over the connection. */
  Writer(Sql sql) {
    this.sql = sql;
    this.records = new RecordTables(sql);
    thread.setDaemon(true);
    thread.start();
  }

  /** Returns when the changeset is durable. */
  void commit(PreparedChangeset changeset) {
    Pending pending = new Pending(changeset);
    queue.add(pending);
    pending.await();
  }

  CommitStatistics statistics() {
    return statistics;
  }

  void check() {
    if (!thread.isAlive()) {
      throw new StoreUnavailableException("the store is closed, or its writer has failed");
    }
  }

  /** Commits what waits, copies the log back into the file, and closes the connection. */
  @Override
  public void close() {
    queue.close();
    join();
    try (sql) {
      sql.first(row -> row.getInt(1), "PRAGMA wal_checkpoint(TRUNCATE)");
    } catch (SQLException failure) {
      // Nothing is lost: the log is read again when the store is next opened.
      LOG.warn("the database could not be closed properly: {}", failure.getMessage());
    }
  }

  private void run() {
    List<Pending> batch = queue.take();
    while (!batch.isEmpty()) {
      commit(batch);
      batch = queue.take();
    }
  }

  // The supervised boundary of the thread: whatever happens to one batch, its callers are told and
  // the next one is tried. Telling a caller twice changes nothing.
  private void commit(List<Pending> batch) {
    Batch transaction = new Batch(sql, records);
    try {
      transaction.apply(batch);
      transaction.commit();
      count(transaction.applied().size());
      transaction.applied().forEach(Pending::succeed);
    } catch (Throwable failure) {
      LOG.warn("{} changesets could not be committed: {}", batch.size(), failure.getMessage());
      rollBack();
      batch.forEach(pending -> pending.failUnavailable(failure));
    }
  }

  private void count(int changesets) {
    CommitStatistics before = statistics;
    statistics = new CommitStatistics(before.changesets() + changesets, before.commits() + 1);
  }

  private void rollBack() {
    records.forget();
    try {
      sql.update("ROLLBACK");
    } catch (SQLException alreadyRolledBack) {
      // SQLite does that by itself when the disk is full or fails.
      LOG.debug("no transaction to roll back: {}", alreadyRolledBack.getMessage());
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
