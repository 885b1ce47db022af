package dev.membrane.store.postgres.internal.commit;

import dev.membrane.store.jdbc.internal.commit.Batch;
import dev.membrane.store.jdbc.internal.commit.Commits;
import dev.membrane.store.jdbc.internal.commit.QueuedCommit;
import dev.membrane.store.jdbc.internal.table.DatabaseWrites;
import dev.membrane.store.postgres.internal.database.Database;
import dev.membrane.store.postgres.internal.database.SqlStates;
import dev.membrane.store.postgres.internal.dialect.PostgresDialect;
import dev.membrane.store.postgres.internal.session.BatchedWrites;
import dev.membrane.store.postgres.internal.session.ReadPool;
import dev.membrane.store.postgres.internal.table.PostgresWrites;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The commits of this node. They may conflict with those of other nodes. */
final class PostgresCommits extends Commits<BatchedWrites> {

  private static final Logger LOG = LoggerFactory.getLogger(PostgresCommits.class);

  private static final int MAX_TRIES = 5;
  private static final Duration FIRST_PAUSE = Duration.ofMillis(5);

  /** Longer than most commits of other nodes take. */
  private static final String HASTY = "SET lock_timeout = '100ms'";

  private final Database database;
  private final PostgresDialect dialect;
  private final boolean isPatient;
  private final ReadPool readers;

  /** Of all sessions, when this one began. */
  private int refusalsBefore;

  /**
   * The commits of a connection.
   *
   * @param isPatient whether they wait as long as others have the turn
   * @param readers are told whether sessions may write
   */
  PostgresCommits(Database database, PostgresDialect dialect, boolean isPatient, ReadPool readers) {
    this.database = database;
    this.dialect = dialect;
    this.isPatient = isPatient;
    this.readers = readers;
  }

  @Override
  protected BatchedWrites open() throws SQLException {
    refusalsBefore = readers.refusals();
    Connection connection = database.writing();
    BatchedWrites writes = new BatchedWrites(connection, database, dialect);
    if (!isPatient) {
      writes.update(HASTY);
      writes.commit();
    }
    return writes;
  }

  @Override
  protected boolean isTurnOfOther(Throwable failure) {
    return SqlStates.isLockTimeout(failure);
  }

  @Override
  protected DatabaseWrites databaseWrites(BatchedWrites sql) {
    return new PostgresWrites(sql);
  }

  @Override
  protected void commit(List<QueuedCommit> batch) throws SQLException {
    Batch transaction = applied(batch);
    // From here on a failure leaves open whether all of it stands or nothing: no other try.
    transaction.commit();
    readers.accepted(refusalsBefore);
    transaction.tell();
  }

  private Batch applied(List<QueuedCommit> batch) throws SQLException {
    int tries = 1;
    while (true) {
      try {
        Batch transaction = batch();
        transaction.apply(batch);
        return transaction;
      } catch (SQLException failure) {
        // The server undoes what was begun.
        boolean hadConnection = isConnected();
        drop();
        if (SqlStates.isReadOnly(failure)) {
          readers.refused();
        }
        if (!isWorthAnotherTry(failure, tries, hadConnection)) {
          throw failure;
        }
        LOG.debug("attempt {} of a commit was rolled back: {}", tries, failure.getMessage());
        pauseBefore(tries);
        tries++;
      }
    }
  }

  /** A connection that has gone stale is replaced; a database that is away is not waited for. */
  private static boolean isWorthAnotherTry(SQLException failure, int tries, boolean hadConnection) {
    return tries < MAX_TRIES
        && (SqlStates.isCollision(failure)
            || (tries == 1 && hadConnection && SqlStates.isConnectionLost(failure)));
  }

  private static void pauseBefore(int tries) {
    LockSupport.parkNanos(FIRST_PAUSE.toNanos() << tries);
  }
}
