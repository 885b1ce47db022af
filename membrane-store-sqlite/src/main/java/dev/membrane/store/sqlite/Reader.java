package dev.membrane.store.sqlite;

import java.sql.PreparedStatement;
import java.sql.SQLException;
import org.jdbi.v3.core.ConnectionException;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.JdbiException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A reading connection. Each read is one transaction, so that all its statements see the same
 * commits. Transactions are statements of our own: the driver's would be compiled anew each time.
 */
final class Reader implements AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(Reader.class);

  private final Handle handle;
  private final Sql sql;
  private final PreparedStatement begin;
  private final PreparedStatement commit;

  /** Something to be read. */
  @FunctionalInterface
  interface Read<T> {
    T from(Handle handle);
  }

  /** Something that is read so often that Jdbi would be most of the work. */
  @FunctionalInterface
  interface ReadRows<T> {
    T from(Sql sql) throws SQLException;
  }

  /** Takes over the handle. */
  Reader(Handle handle) {
    this.handle = handle;
    this.sql = new Sql(handle.getConnection());
    try {
      begin = handle.getConnection().prepareStatement("BEGIN");
      commit = handle.getConnection().prepareStatement("COMMIT");
    } catch (SQLException failure) {
      throw new ConnectionException(failure);
    }
  }

  /** Reads; if that fails, the connection may be in any state and should be closed. */
  <T> T read(Read<T> read) {
    run(begin);
    T answer = read.from(handle);
    run(commit);
    return answer;
  }

  /** As {@link #read}. */
  <T> T readRows(ReadRows<T> read) {
    return read(
        unused -> {
          try {
            return read.from(sql);
          } catch (SQLException failure) {
            throw new ConnectionException(failure);
          }
        });
  }

  @Override
  public void close() {
    try {
      handle.close();
    } catch (JdbiException broken) {
      LOG.debug("a broken connection was dropped: {}", broken.getMessage());
    }
  }

  private static void run(PreparedStatement statement) {
    try {
      statement.executeUpdate();
    } catch (SQLException failure) {
      throw new ConnectionException(failure);
    }
  }
}
