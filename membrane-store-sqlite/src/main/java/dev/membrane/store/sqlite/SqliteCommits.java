package dev.membrane.store.sqlite;

import dev.membrane.store.jdbc.Batch;
import dev.membrane.store.jdbc.CommitQueue;
import dev.membrane.store.jdbc.Commits;
import dev.membrane.store.jdbc.Pending;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.sqlite.SQLiteConnection;

/** Commits of the one writer of a file, which also cleans it while nothing waits. */
final class SqliteCommits implements Commits {

  private static final Logger LOG = LoggerFactory.getLogger(SqliteCommits.class);

  private final Connections connections;
  private final Caches caches;
  private final Cleaner cleaner;
  private volatile CommitStatistics statistics = new CommitStatistics(0, 0);
  private @Nullable Session session;

  /** A connection and what is known of its database. */
  private record Session(Sql sql, Batch.Session batches) {

    static Session on(Connection connection) {
      // The transactions are ours. The driver would try to begin one after each statement, only to
      // see whether one is open.
      ((SQLiteConnection) connection).getConnectionConfig().setAutoCommit(false);
      Sql sql = new Sql(connection);
      return new Session(
          sql, new Batch.Session(sql, new SqliteTransaction(sql), new SqliteWrites(sql)));
    }
  }

  /** Something that the cleaner does. */
  @FunctionalInterface
  private interface Cleaning {
    void run(Sql sql) throws SQLException;
  }

  /** Takes over the connection; others follow when that fails. */
  SqliteCommits(Connection first, Connections connections, Caches caches, Cleaner cleaner) {
    this.connections = connections;
    this.caches = caches;
    this.cleaner = cleaner;
    session = Session.on(first);
  }

  CommitStatistics statistics() {
    return statistics;
  }

  /** Cleans the file, copies the log back, and closes the connection. */
  @Override
  public void close() {
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

  @Override
  public void begin() {
    clean(cleaner::begin);
  }

  /** Until something waits the file is cleaned, if that is wanted. */
  @Override
  public void idle(CommitQueue queue) {
    while (cleaner.isWanted()
        && (cleaner.isOverdue() || !queue.hasWorkWithin(cleaner.patience()))) {
      clean(cleaner::step);
    }
  }

  /** A boundary as that of a commit; there is nobody to be told. */
  private void clean(Cleaning cleaning) {
    try {
      cleaning.run(session().sql());
    } catch (SQLException | RuntimeException failure) {
      cleaner.fail(failure);
      drop();
    }
  }

  @Override
  public void commit(List<Pending> batch) throws SQLException {
    Batch transaction = new Batch(session().batches());
    transaction.apply(batch);
    caches.changing(transaction.effects());
    transaction.commit();
    caches.changed(transaction.effects());
    cleaner.committed(transaction.effects().hasDeletions());
    count(transaction.size());
    transaction.tell();
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

  @Override
  public void drop() {
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
}
