package dev.membrane.store.postgres;

import dev.membrane.store.jdbc.Batch;
import dev.membrane.store.jdbc.Commits;
import dev.membrane.store.jdbc.Pending;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import org.jdbi.v3.core.Jdbi;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Commits of this node, which others may collide with. */
final class PostgresCommits implements Commits {

  private static final Logger LOG = LoggerFactory.getLogger(PostgresCommits.class);

  private static final int MOST_TRIES = 5;
  private static final Duration FIRST_PAUSE = Duration.ofMillis(5);

  private final Database database;
  private @Nullable Session session;

  /** A connection and what is known of its database. */
  private record Session(Connection connection, Batch.Session batches) {

    static Session on(Database database) throws SQLException {
      Connection connection = database.writing();
      LaterWrites sql = new LaterWrites(Jdbi.create(connection).open());
      PostgresTransaction transaction =
          new PostgresTransaction(sql, Turn.ofSchema(database.schema()));
      return new Session(connection, new Batch.Session(sql, transaction, new PostgresWrites(sql)));
    }
  }

  PostgresCommits(Database database) {
    this.database = database;
  }

  @Override
  public void commit(List<Pending> batch) throws SQLException {
    Batch transaction = applied(batch);
    // From here on a failure leaves open whether all of it stands or nothing: no other try.
    transaction.commit();
    transaction.tell();
  }

  @Override
  public void close() {
    drop();
  }

  private Batch applied(List<Pending> batch) throws SQLException {
    int tries = 1;
    while (true) {
      try {
        Session current = session();
        Batch transaction = new Batch(current.batches());
        transaction.apply(batch);
        return transaction;
      } catch (SQLException failure) {
        // The server undoes what was begun.
        boolean hadConnection = session != null;
        drop();
        if (!isWorthAnotherTry(failure, tries, hadConnection)) {
          throw failure;
        }
        LOG.debug("try {} is undone: {}", tries, failure.getMessage());
        pauseBefore(tries);
        tries++;
      }
    }
  }

  /** A connection that has gone stale is replaced; a database that is away is not waited for. */
  private static boolean isWorthAnotherTry(SQLException failure, int tries, boolean hadConnection) {
    return tries < MOST_TRIES
        && (SqlStates.isCollision(failure)
            || (tries == 1 && hadConnection && SqlStates.isConnectionLost(failure)));
  }

  private static void pauseBefore(int tries) {
    LockSupport.parkNanos(FIRST_PAUSE.toNanos() << tries);
  }

  private Session session() throws SQLException {
    Session current = session;
    if (current == null) {
      current = Session.on(database);
      session = current;
    }
    return current;
  }

  @Override
  public void drop() {
    Session current = session;
    session = null;
    try {
      if (current != null) {
        current.connection().close();
      }
    } catch (SQLException broken) {
      LOG.debug("a broken connection was dropped: {}", broken.getMessage());
    }
  }
}
