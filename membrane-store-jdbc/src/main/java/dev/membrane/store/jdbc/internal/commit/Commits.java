package dev.membrane.store.jdbc.internal.commit;

import dev.membrane.store.jdbc.internal.session.WriteTransaction;
import dev.membrane.store.jdbc.internal.table.DatabaseWrites;
import java.sql.SQLException;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The work of the {@link Writer} of a store, on one connection after the other. Only the writer's
 * thread may use it, except for {@link #close}.
 *
 * @param <W> the store's own kind of writes
 */
public abstract class Commits<W extends WriteTransaction> {

  private static final Logger LOG = LoggerFactory.getLogger(Commits.class);

  private @Nullable CommitSession<W> session;

  /** A connection and what is known of its database. */
  private record CommitSession<W>(W sql, Batch.BatchSession batches) {}

  /** Opens a connection that writes. */
  protected abstract W open() throws SQLException;

  /** What the store writes in its own way. */
  protected abstract DatabaseWrites databaseWrites(W sql);

  /**
   * Commits changesets in one transaction and tells their callers. If that fails none is told.
   *
   * @throws SQLException or a {@link RuntimeException} if the transaction failed
   */
  protected abstract void commit(List<QueuedCommit> batch) throws SQLException;

  /** Whether a commit failed since somebody else has the turn. It can be done again. */
  protected boolean isTurnOfOther(Throwable failure) {
    return false;
  }

  /** Before the first batch. */
  protected void begin() {}

  /** Until something waits, or at all: what else there is to do. */
  protected void idle(CommitQueue queue) {}

  /** Closes the connection, after the last batch. */
  protected void close() {
    drop();
  }

  /** The connection, opened if there is none. */
  protected final W sql() throws SQLException {
    return session().sql();
  }

  /** A batch for the next transaction, on a connection that is opened if there is none. */
  protected final Batch batch() throws SQLException {
    return new Batch(session().batches());
  }

  /** Whether there is a connection. */
  protected final boolean isConnected() {
    return session != null;
  }

  /** After a failure nothing is known of the connection; the next batch opens another. */
  protected final void drop() {
    CommitSession<W> current = session;
    session = null;
    try {
      if (current != null) {
        current.sql().close();
      }
    } catch (SQLException | RuntimeException broken) {
      LOG.debug("a broken connection could not be closed: {}", broken.getMessage());
    }
  }

  private CommitSession<W> session() throws SQLException {
    CommitSession<W> current = session;
    if (current == null) {
      W sql = open();
      current = new CommitSession<>(sql, new Batch.BatchSession(sql, databaseWrites(sql)));
      session = current;
    }
    return current;
  }
}
