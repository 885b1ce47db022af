package dev.membrane.store.sqlite.internal.commit;

import dev.membrane.spi.store.StoreUnavailableException;
import dev.membrane.store.jdbc.internal.commit.Batch;
import dev.membrane.store.jdbc.internal.commit.CommitQueue;
import dev.membrane.store.jdbc.internal.commit.Commits;
import dev.membrane.store.jdbc.internal.commit.QueuedCommit;
import dev.membrane.store.jdbc.internal.table.DatabaseWrites;
import dev.membrane.store.sqlite.internal.cache.Caches;
import dev.membrane.store.sqlite.internal.cleaning.Cleaner;
import dev.membrane.store.sqlite.internal.crypto.Encryption;
import dev.membrane.store.sqlite.internal.dialect.SqliteDialect;
import dev.membrane.store.sqlite.internal.session.Connections;
import dev.membrane.store.sqlite.internal.session.Sql;
import dev.membrane.store.sqlite.internal.table.SqliteWrites;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.function.IntConsumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Commits of the one writer of a file, which also cleans it while nothing waits. */
public final class SqliteCommits extends Commits<Sql> {

  private static final Logger LOG = LoggerFactory.getLogger(SqliteCommits.class);

  private final Connections connections;
  private final Encryption encryption;
  private final SqliteDialect dialect;
  private final Caches caches;
  private final Cleaner cleaner;
  private final IntConsumer committed;
  private @Nullable Connection first;

  /** Something that the cleaner does. */
  @FunctionalInterface
  private interface Cleaning {
    void run(Sql sql) throws SQLException;
  }

  /**
   * Takes over the connection; others follow when that fails.
   *
   * @param committed is told how many changesets each commit has
   */
  public SqliteCommits(
      Connection first,
      Connections connections,
      Encryption encryption,
      Caches caches,
      Cleaner cleaner,
      IntConsumer committed) {
    this.connections = connections;
    this.encryption = encryption;
    this.dialect = new SqliteDialect(encryption.cipher());
    this.caches = caches;
    this.cleaner = cleaner;
    this.committed = committed;
    this.first = first;
  }

  @Override
  protected Sql open() throws SQLException {
    Connection given = first;
    if (given != null) {
      first = null;
      return sql(given);
    }
    Sql sql = sql(connections.writing());
    try {
      // If the disk is full, this may be what makes room.
      emptyLog(sql);
      return sql;
    } catch (SQLException failure) {
      sql.close();
      throw failure;
    }
  }

  private Sql sql(Connection connection) {
    Connections.leaveTransactions(connection);
    return new Sql(connection, dialect);
  }

  @Override
  protected DatabaseWrites databaseWrites(Sql sql) {
    return new SqliteWrites(sql);
  }

  /** Cleans the file, copies the log back, and closes the connection. */
  @Override
  protected void close() {
    encryption.close();
    try {
      checkFile();
      Sql sql = sql();
      cleaner.finish(sql);
      emptyLog(sql);
    } catch (StoreUnavailableException lost) {
      LOG.warn("{}", lost.getMessage());
    } catch (Throwable failure) {
      // The file is closed in any case. Nothing is lost: the log is read again when the store is
      // next opened.
      LOG.warn(
          "the write-ahead log could not be copied into the file; the next start will do it: {}",
          failure.getMessage());
    }
    drop();
  }

  @Override
  protected void begin() {
    clean(cleaner::begin);
  }

  /** Until something waits the file is cleaned, if that is wanted. */
  @Override
  protected void idle(CommitQueue queue) {
    while (cleaner.isWanted()
        && (cleaner.isOverdue() || !queue.hasWorkWithin(cleaner.patience()))) {
      clean(cleaner::step);
    }
  }

  /** A boundary as that of a commit; there is nobody to be told. */
  private void clean(Cleaning cleaning) {
    try {
      checkFile();
      cleaning.run(sql());
    } catch (Throwable failure) {
      cleaner.fail(failure);
      drop();
    }
  }

  @Override
  protected void commit(List<QueuedCommit> batch) throws SQLException {
    checkFile();
    Batch transaction = batch();
    encryption.writing().lock();
    try {
      transaction.apply(batch);
      encryption.save();
      caches.changing(transaction.shared());
      transaction.commit();
    } finally {
      encryption.writing().unlock();
    }
    caches.changed(transaction.shared());
    cleaner.committed(transaction.shared().hasDeletions());
    committed.accept(transaction.size());
    transaction.tell();
  }

  /**
   * Nothing is written to a file that its path does not name any more. Its log is emptied, else
   * SQLite would take it for the log of what the path names now.
   */
  private void checkFile() throws SQLException {
    try {
      connections.check().run();
    } catch (StoreUnavailableException lost) {
      if (isConnected()) {
        emptyLog(sql());
      }
      throw lost;
    }
  }

  /** Copies the write-ahead log back into the database, as far as nobody reads it. */
  private static void emptyLog(Sql sql) throws SQLException {
    sql.all(row -> row.getInt(1), "PRAGMA wal_checkpoint(TRUNCATE)");
  }
}
