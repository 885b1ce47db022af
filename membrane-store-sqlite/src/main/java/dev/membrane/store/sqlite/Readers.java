package dev.membrane.store.sqlite;

import dev.membrane.spi.StoreUnavailableException;
import dev.membrane.store.jdbc.SqlCodes;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.Semaphore;
import java.util.function.Function;
import org.jdbi.v3.core.JdbiException;

/** A few reading connections, opened when first needed. Thread-safe. */
final class Readers implements AutoCloseable {

  private static final int SIZE = Math.max(4, 2 * Runtime.getRuntime().availableProcessors());

  private final Connections connections;
  private final SqliteDialect dialect;
  private final Semaphore free = new Semaphore(SIZE);
  private final Deque<Reader> idle = new ArrayDeque<>();
  private boolean closed;

  Readers(Connections connections, SqliteDialect dialect) {
    this.connections = connections;
    this.dialect = dialect;
  }

  /**
   * Reads.
   *
   * @throws StoreUnavailableException if the database does not answer
   */
  <T> T read(Reader.SqlRead<T> read) {
    return with(reader -> reader.read(read));
  }

  /** As {@link #read}, for what takes a single statement. */
  <T> T readByOneStatement(Reader.SqlRead<T> read) {
    return with(reader -> reader.readByOneStatement(read));
  }

  private <T> T with(Function<Reader, T> read) {
    free.acquireUninterruptibly();
    try {
      return readWith(take(), read);
    } catch (JdbiException failure) {
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
      idle.forEach(Reader::close);
      idle.clear();
    }
    free.release(SIZE);
  }

  private <T> T readWith(Reader reader, Function<Reader, T> read) {
    boolean done = false;
    try {
      T answer = read.apply(reader);
      done = true;
      return answer;
    } finally {
      if (done) {
        giveBack(reader);
      } else {
        reader.close();
      }
    }
  }

  // The one used last is taken first, as its pages are the most likely to be in memory.
  private Reader take() {
    Reader reader;
    synchronized (idle) {
      if (closed) {
        throw new StoreUnavailableException("the store is closed");
      }
      reader = idle.pollFirst();
    }
    return reader == null ? new Reader(connection(), dialect) : reader;
  }

  private Connection connection() {
    try {
      return connections.reading();
    } catch (SQLException failure) {
      throw new StoreUnavailableException("the database cannot be opened for reading", failure);
    }
  }

  private void giveBack(Reader reader) {
    synchronized (idle) {
      idle.addFirst(reader);
    }
  }
}
