package dev.membrane.store.postgres.internal.database;

import dev.membrane.spi.store.StoreUnavailableException;
import dev.membrane.store.jdbc.internal.session.SqlCodes;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * A connection that commits each statement. It is opened when it is needed. A database that was
 * long in failing is left alone for a second, so that those who wait for their turn do not wait for
 * it one after the other. Safe for use by many threads, which take turns.
 */
public final class HeldConnection implements AutoCloseable {

  private static final long PAUSE = TimeUnit.SECONDS.toNanos(1);

  private final Database database;
  private final String what;
  private final LongSupplier nanoTime;
  private long pausedUntil;
  private @Nullable Connection connection;

  /**
   * Nothing is opened yet.
   *
   * @param what is asked, for messages
   */
  public HeldConnection(Database database, String what) {
    this(database, what, System::nanoTime);
  }

  HeldConnection(Database database, String what, LongSupplier nanoTime) {
    this.database = database;
    this.what = what;
    this.nanoTime = nanoTime;
    this.pausedUntil = nanoTime.getAsLong();
  }

  /** Something that is done with the connection. */
  @FunctionalInterface
  public interface ConnectionWork<T> {
    @Nullable T with(Connection open) throws SQLException;
  }

  /**
   * Does something that may be done twice: a connection that has gone stale is replaced once.
   *
   * @throws StoreUnavailableException if the database does not answer
   */
  public synchronized <T> @Nullable T with(ConnectionWork<T> work) {
    long begun = nanoTime.getAsLong();
    if (begun - pausedUntil < 0) {
      throw new StoreUnavailableException(what + " could not be read a moment ago");
    }
    boolean isKnown = connection != null;
    try {
      return work.with(open());
    } catch (SQLException failure) {
      close();
      if (isKnown && SqlStates.isConnectionLost(failure)) {
        return with(work);
      }
      long failed = nanoTime.getAsLong();
      if (failed - begun >= PAUSE) {
        pausedUntil = failed + PAUSE;
      }
      throw new StoreUnavailableException(what + " cannot be read", SqlCodes.of(failure), failure);
    }
  }

  private Connection open() throws SQLException {
    Connection open = connection;
    if (open == null) {
      open = database.durable();
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
