package dev.membrane.store.postgres;

import dev.membrane.spi.FaultLog;
import dev.membrane.spi.StoreUnavailableException;
import dev.membrane.store.jdbc.CommitQueue;
import dev.membrane.store.jdbc.Failure;
import dev.membrane.store.jdbc.Pending;
import dev.membrane.store.jdbc.PreparedChangeset;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The one thread of this node that writes. It takes all the changesets that wait, applies them in
 * one transaction and commits once, so that many callers share one turn and one sync of the log;
 * each is told when its own has become durable.
 */
final class Writer implements AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(Writer.class);
  private static final String COMMIT = "the commit";

  private static final int MOST_TRIES = 5;
  private static final Duration FIRST_PAUSE = Duration.ofMillis(5);

  private final FaultLog faults = new FaultLog(LOG::warn, LOG::info);
  private final CommitQueue queue = new CommitQueue();
  private final Database database;
  private final Thread thread = new Thread(this::run, "membrane-postgres-writer");
  private @Nullable Session session;

  /** A connection and what is known of its database. */
  private record Session(Sql sql, Batch.Tables tables) {

    static Session on(Database database) throws SQLException {
      Sql sql = new Sql(database.writing());
      return new Session(sql, Batch.Tables.of(sql));
    }
  }

  Writer(Database database) {
    this.database = database;
    thread.setDaemon(true);
    thread.start();
  }

  /** Returns when the changeset is durable. */
  void commit(PreparedChangeset changeset) {
    Pending pending = new Pending(changeset);
    queue.add(pending);
    pending.await();
  }

  void check() {
    if (!thread.isAlive()) {
      throw new StoreUnavailableException("the store is closed, or its writer has failed");
    }
  }

  /** Commits what waits, and closes the connection. */
  @Override
  public void close() {
    queue.close();
    join();
    drop();
  }

  private void run() {
    List<Pending> batch = queue.take();
    while (!batch.isEmpty()) {
      commit(batch);
      batch = queue.take();
    }
  }

  // The supervised boundary of the thread: whatever happens to one batch, its callers are told and
  // the next one is tried.
  private void commit(List<Pending> batch) {
    try {
      Batch transaction = applied(batch);
      // From here on a failure leaves open whether all of it stands or nothing: no other try.
      transaction.commit();
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

  private Batch applied(List<Pending> batch) throws SQLException {
    int tries = 1;
    while (true) {
      try {
        Session current = session();
        Batch transaction =
            new Batch(current.sql(), current.tables(), Turn.ofSchema(database.schema()));
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

  /** After a failure nothing is known of the connection; the next batch opens another. */
  private void drop() {
    Session current = session;
    session = null;
    try {
      if (current != null) {
        current.sql().connection().close();
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
