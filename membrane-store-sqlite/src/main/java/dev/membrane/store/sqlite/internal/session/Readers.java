package dev.membrane.store.sqlite.internal.session;

import dev.membrane.spi.store.StoreUnavailableException;
import dev.membrane.store.jdbc.internal.session.SqlCodes;
import dev.membrane.store.sqlite.internal.dialect.SqliteDialect;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.Semaphore;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A few reading connections, opened when first needed. Thread-safe. */
public final class Readers implements AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(Readers.class);
  private static final int SIZE = Math.max(4, 2 * Runtime.getRuntime().availableProcessors());

  private final Connections connections;
  private final SqliteDialect dialect;
  private final Semaphore free = new Semaphore(SIZE);
  private final Deque<Sql> idle = new ArrayDeque<>();
  private boolean closed;

  public Readers(Connections connections, SqliteDialect dialect) {
    this.connections = connections;
    this.dialect = dialect;
  }

  /** Something to be read. */
  @FunctionalInterface
  public interface SqlRead<T> {
    T from(Sql sql) throws SQLException;
  }

  /**
   * Reads in one transaction, so that all statements see the same commits. BEGIN and COMMIT are
   * statements of our own, since the driver would compile its own anew each time.
   *
   * @throws StoreUnavailableException if the database does not answer
   */
  public <T> T read(SqlRead<T> read) {
    return readByOneStatement(
        sql -> {
          sql.update("BEGIN");
          T answer = read.from(sql);
          sql.update("COMMIT");
          return answer;
        });
  }

  /** As {@link #read}, for what takes a single statement, which needs no transaction around it. */
  public <T> T readByOneStatement(SqlRead<T> read) {
    free.acquireUninterruptibly();
    try {
      return readWith(take(), read);
    } catch (SQLException failure) {
      throw new StoreUnavailableException(
          "the database cannot be read", SqlCodes.of(failure), failure);
    } finally {
      free.release();
    }
  }

  /** Waits for the reads under way. */
  @Override
  public void close() {
    synchronized (idle) {
      closed = true;
    }
    free.acquireUninterruptibly(SIZE);
    synchronized (idle) {
      idle.forEach(Readers::close);
      idle.clear();
    }
    free.release(SIZE);
  }

  /** After a failure the connection may be in any state. */
  private <T> T readWith(Sql sql, SqlRead<T> read) throws SQLException {
    T answer;
    try {
      answer = read.from(sql);
    } catch (Throwable failure) {
      close(sql);
      throw failure;
    }
    giveBack(sql);
    return answer;
  }

  private static void close(Sql sql) {
    try {
      sql.close();
    } catch (SQLException broken) {
      LOG.debug("a broken connection could not be closed: {}", broken.getMessage());
    }
  }

  // The one used last is taken first, as its pages are the most likely to be in memory.
  private Sql take() {
    Sql known;
    synchronized (idle) {
      if (closed) {
        throw new StoreUnavailableException("the store is closed");
      }
      known = idle.pollFirst();
    }
    return known == null ? new Sql(connection(), dialect) : known;
  }

  private Connection connection() {
    try {
      return connections.reading();
    } catch (SQLException failure) {
      throw new StoreUnavailableException("the database cannot be opened for reading", failure);
    }
  }

  private void giveBack(Sql sql) {
    synchronized (idle) {
      idle.addFirst(sql);
    }
  }
}
