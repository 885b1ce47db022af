package dev.membrane.store.sqlite;

import dev.membrane.spi.FaultLog;
import dev.membrane.spi.StoreUnavailableException;
import dev.membrane.store.jdbc.CommitQueue;
import dev.membrane.store.jdbc.Failure;
import dev.membrane.store.jdbc.Pending;
import dev.membrane.store.jdbc.PreparedChangeset;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.sqlite.SQLiteConnection;

/**
 * The one thread that writes. It takes all the changesets that wait, applies them in one
 * transaction and commits once, so that many callers share one sync of the log; each is told when
 * its own has become durable.
 */
final class Writer implements AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(Writer.class);
  private static final String COMMIT = "the commit";

  private final FaultLog faults = new FaultLog(LOG::warn, LOG::info);
  private final CommitQueue queue = new CommitQueue();
  private final Connections connections;
  private final Caches caches;
  private final Cleaner cleaner;
  private final Thread thread = new Thread(this::run, "membrane-sqlite-writer");
  private volatile CommitStatistics statistics = new CommitStatistics(0, 0);
  private @Nullable Session session;

  /** A connection and what is known of its database. */
  private record Session(Sql sql, RecordTables records) {

    static Session on(Connection connection) {
      // The transactions are ours. The driver would try to begin one after each statement, only to
      // see whether one is open.
      ((SQLiteConnection) connection).getConnectionConfig().setAutoCommit(false);
      Sql sql = new Sql(connection);
      return new Session(sql, new RecordTables(sql));
    }
  }

  /** Something that the cleaner does. */
  @FunctionalInterface
  private interface Cleaning {
    void run(Sql sql) throws SQLException;
  }

  /** Takes over the connection; others follow when that fails. */
  Writer(Connection first, Connections connections, Caches caches, Cleaner cleaner) {
    this.connections = connections;
    this.caches = caches;
    this.cleaner = cleaner;
    session = Session.on(first);
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

  /** Commits what waits, cleans the file, copies the log back, and closes the connection. */
  @Override
  public void close() {
    queue.close();
    join();
    try {
      Sql sql = session().sql();
      cleaner.finish(sql);
      emptyLog(sql);
    } catch (SQLException failure) {
      // Nothing is lost: the log is read again when the store is next opened.
      LOG.warn("the write-ahead log remains beside the file: {}", failure.getMessage());
    }
    drop();
  }

  private void run() {
    clean(cleaner::begin);
    List<Pending> batch = next();
    while (!batch.isEmpty()) {
      commit(batch);
      batch = next();
    }
  }

  /** What waits; until something does, the file is cleaned if that is wanted. */
  private List<Pending> next() {
    while (cleaner.isWanted()
        && (cleaner.isOverdue() || !queue.hasWorkWithin(cleaner.patience()))) {
      clean(cleaner::step);
    }
    return queue.take();
  }

  /** The same boundary as {@link #commit(List)}; there is nobody to be told. */
  private void clean(Cleaning cleaning) {
    try {
      cleaning.run(session().sql());
    } catch (SQLException | RuntimeException failure) {
      cleaner.fail(failure);
      drop();
    }
  }

  // The supervised boundary of the thread: whatever happens to one batch, its callers are told and
  // the next one is tried.
  private void commit(List<Pending> batch) {
    try {
      Session current = session();
      Batch transaction = new Batch(current.sql(), current.records());
      transaction.apply(batch);
      caches.changing(transaction.effects());
      transaction.commit();
      caches.changed(transaction.effects());
      cleaner.committed(transaction.effects().hasDeletions());
      count(transaction.size());
      transaction.tell();
      faults.works(COMMIT);
    } catch (Throwable failure) {
      faults.failed(
          COMMIT,
          failure,
          () ->
              LOG.warn(
                  "{} changesets could not be committed: {}", batch.size(), failure.getMessage()));
      drop();
      batch.forEach(pending -> pending.fail(Failure.unavailable(failure)));
    }
  }

  private void count(int changesets) {
    CommitStatistics before = statistics;
    statistics = new CommitStatistics(before.changesets() + changesets, before.commits() + 1);
  }

  private Session session() throws SQLException {
    Session current = session;
    if (current == null) {
      current = Session.on(connections.writing());
      session = current;
      // If the disk is full, this may be what makes room.
      emptyLog(current.sql());
    }
    return current;
  }

  /** Copies the write-ahead log back into the database, as far as nobody reads it. */
  private static void emptyLog(Sql sql) throws SQLException {
    sql.all(row -> row.getInt(1), "PRAGMA wal_checkpoint(TRUNCATE)");
  }

  /** After a failure nothing is known of the connection; the next batch opens another. */
  private void drop() {
    Session current = session;
    session = null;
    try {
      if (current != null) {
        current.sql().close();
      }
    } catch (SQLException broken) {
      LOG.debug("a broken connection was dropped: {}", broken.getMessage());
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
