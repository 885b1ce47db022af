package dev.membrane.store.postgres.internal.session;

import com.zaxxer.hikari.HikariDataSource;
import dev.membrane.spi.store.StoreUnavailableException;
import dev.membrane.store.jdbc.internal.dialect.ReadTransaction;
import dev.membrane.store.jdbc.internal.query.JdbcReader;
import dev.membrane.store.jdbc.internal.session.JdbiRows;
import dev.membrane.store.jdbc.internal.session.SqlCodes;
import dev.membrane.store.postgres.internal.database.Database;
import dev.membrane.store.postgres.internal.database.JdbiSettings;
import dev.membrane.store.postgres.internal.database.SqlStates;
import dev.membrane.store.postgres.internal.dialect.PostgresDialect;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLTransientConnectionException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import org.jdbi.v3.core.ConnectionException;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.Handles;
import org.jdbi.v3.core.Jdbi;
import org.jdbi.v3.core.JdbiException;

/**
 * Connections that read. Each read is one transaction, and sees one state. While the database
 * cannot be reached, one read at a time waits for it, and all others are refused at once: those
 * that stand in line would otherwise wait one after the other. Thread-safe.
 */
public final class ReadPool implements AutoCloseable {

  /** The connections read unless a transaction says at its beginning that it does not. */
  private static final String WRITE = "SET TRANSACTION ISOLATION LEVEL READ COMMITTED, READ WRITE";

  private final Database database;
  private final PostgresDialect dialect;
  private final HikariDataSource pool;
  private final Jdbi jdbi;
  private final AtomicBoolean isAwaited = new AtomicBoolean();
  private final AtomicBoolean isRefused = new AtomicBoolean();
  private final AtomicInteger refusals = new AtomicInteger();
  private volatile boolean isAway;

  public ReadPool(Database database, PostgresDialect dialect) {
    this.database = database;
    this.dialect = dialect;
    this.pool = database.reading();
    this.jdbi = configured(Jdbi.create(pool));
  }

  private static Jdbi configured(Jdbi jdbi) {
    // The connections begin transactions by themselves.
    jdbi.getConfig(Handles.class).setForceEndTransactions(false);
    return JdbiSettings.given(jdbi);
  }

  /**
   * Reads. A stale connection, as after a restart of the database, is replaced once. If the pool
   * cannot provide a connection, the read is not tried again, since the pool has already tried for
   * long enough.
   *
   * @throws StoreUnavailableException if the database does not answer
   */
  public <T> T read(JdbcReader.Read<T> read) {
    return transaction(rows -> begun(rows, read), ReadPool::unavailable);
  }

  /** As {@link #read}, but a transaction that writes what is not encrypted. */
  <T> T write(JdbcReader.Read<T> write) {
    return transaction(
        rows -> {
          rows.update(WRITE);
          return write.from(rows);
        },
        SqlCodes::notWritten);
  }

  private <T> T transaction(
      JdbcReader.Read<T> work, Function<JdbiException, StoreUnavailableException> fault) {
    try {
      return once(work);
    } catch (JdbiException failure) {
      if (pool.isClosed()) {
        throw new StoreUnavailableException("the store is closed", failure);
      }
      if (failure.getCause() instanceof SQLTransientConnectionException
          || !SqlStates.isConnectionLost(failure)) {
        throw fault.apply(failure);
      }
      return afterLoss(work, fault);
    }
  }

  /**
   * Reads what may take minutes, on a connection of its own, and is not begun again.
   *
   * @throws StoreUnavailableException if the database does not answer
   */
  public <T> T readAtLength(JdbcReader.Read<T> read) {
    if (pool.isClosed()) {
      throw new StoreUnavailableException("the store is closed");
    }
    try (Connection connection = database.patient()) {
      connection.setTransactionIsolation(Connection.TRANSACTION_REPEATABLE_READ);
      connection.setReadOnly(true);
      connection.setAutoCommit(false);
      try (Handle handle = configured(Jdbi.create(connection)).open()) {
        return begun(new JdbiRows(handle, dialect), read);
      }
    } catch (JdbiException failure) {
      throw unavailable(failure);
    } catch (SQLException failure) {
      throw unavailable(new ConnectionException(failure));
    }
  }

  /**
   * Has each connection replaced once nobody reads with it: what is set for new ones has changed.
   */
  void renew() {
    pool.getHikariPoolMXBean().softEvictConnections();
  }

  /** A session may not write. Those that read since others could are replaced, once. */
  public void refused() {
    if (isRefused.compareAndSet(false, true)) {
      refusals.incrementAndGet();
      renew();
    }
  }

  /** How often those that read were replaced since a session may not write. */
  public int refusals() {
    return refusals.get();
  }

  /**
   * A session could write that began after so many refusals. That an earlier one still can does not
   * tell what is set for new ones.
   */
  public void accepted(int begun) {
    if (begun == refusals.get()) {
      isRefused.set(false);
    }
  }

  @Override
  public void close() {
    pool.close();
  }

  private <T> T afterLoss(
      JdbcReader.Read<T> work, Function<JdbiException, StoreUnavailableException> fault) {
    renew();
    try {
      return once(work);
    } catch (JdbiException failure) {
      throw fault.apply(failure);
    }
  }

  private <T> T once(JdbcReader.Read<T> work) {
    try (Handle handle = connected()) {
      T answer = work.from(new JdbiRows(handle, dialect));
      handle.getConnection().commit();
      return answer;
    } catch (SQLException failure) {
      throw new ConnectionException(failure);
    }
  }

  private Handle connected() {
    // A connection that was made since then tells that the database is back.
    if (!isAway || pool.getHikariPoolMXBean().getTotalConnections() > 0) {
      return taken();
    }
    if (!isAwaited.compareAndSet(false, true)) {
      throw new ConnectionException(
          new SQLTransientConnectionException("another read waits for the database"));
    }
    try {
      return taken();
    } finally {
      isAwaited.set(false);
    }
  }

  private Handle taken() {
    try {
      Handle handle = jdbi.open();
      isAway = false;
      return handle;
    } catch (ConnectionException failure) {
      isAway = pool.getHikariPoolMXBean().getTotalConnections() == 0;
      throw failure;
    }
  }

  private <T> T begun(ReadTransaction rows, JdbcReader.Read<T> read) throws SQLException {
    dialect.begin(rows);
    return read.from(rows);
  }

  private static StoreUnavailableException unavailable(JdbiException failure) {
    return new StoreUnavailableException(
        "the database cannot be read", SqlCodes.of(failure), failure);
  }
}
