package dev.membrane.store.postgres;

import dev.membrane.spi.StoreUnavailableException;
import java.sql.Connection;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/**
 * A connection that commits each statement. It is opened when it is needed. Safe for use by many
 * threads, which take turns.
 */
final class HeldConnection implements AutoCloseable {

  private final Database database;
  private final String what;
  private @Nullable Connection connection;

  /**
   * Nothing is opened yet.
   *
   * @param what is asked, for messages
   */
  HeldConnection(Database database, String what) {
    this.database = database;
    this.what = what;
  }

  /** Something that is done with the connection. */
  @FunctionalInterface
  interface Work<T> {
    @Nullable T with(Connection open) throws SQLException;
  }

  /**
   * Does something that may be done twice: a connection that has gone stale is replaced once.
   *
   * @throws StoreUnavailableException if the database does not answer
   */
  synchronized <T> @Nullable T with(Work<T> work) {
    boolean isKnown = connection != null;
    try {
      return work.with(open());
    } catch (SQLException failure) {
      close();
      if (isKnown && SqlStates.isConnectionLost(failure)) {
        return with(work);
      }
      throw new StoreUnavailableException(what + " cannot be read", failure);
    }
  }

  private Connection open() throws SQLException {
    Connection open = connection;
    if (open == null) {
      open = database.writing();
      connection = open;
      open.setAutoCommit(true);
    }
    return open;
  }

  @Override
  public synchronized void close() {
    Connection open = connection;
    connection = null;
    try {
      if (open != null) {
        open.close();
      }
    } catch (SQLException broken) {
      throw new StoreUnavailableException(what + " cannot be closed", broken);
    }
  }
}
