package dev.membrane.store.sqlite;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import org.jdbi.v3.core.ConnectionException;
import org.jdbi.v3.core.JdbiException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A reading connection. Each read is one transaction, so that all its statements see the same
 * commits; a read of a single statement needs no explicit transaction. BEGIN and COMMIT are
 * prepared statements of our own, since the driver would compile its own anew each time.
 */
final class Reader implements AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(Reader.class);

  private final Sql sql;
  private final PreparedStatement begin;
  private final PreparedStatement commit;

  /** Something to be read. */
  @FunctionalInterface
  interface SqlRead<T> {
    T from(Sql sql) throws SQLException;
  }

  /** Takes over the connection. */
  Reader(Connection connection, SqliteDialect dialect) {
    this.sql = new Sql(connection, dialect);
    try {
      begin = connection.prepareStatement("BEGIN");
      commit = connection.prepareStatement("COMMIT");
    } catch (SQLException failure) {
      throw new ConnectionException(failure);
    }
  }

  /** Reads; if that fails, the connection may be in any state and should be closed. */
  <T> T read(SqlRead<T> read) {
    return readByOneStatement(
        rows -> {
          begin.executeUpdate();
          T answer = read.from(rows);
          commit.executeUpdate();
          return answer;
        });
  }

  /** As {@link #read}, for what takes a single statement. */
  <T> T readByOneStatement(SqlRead<T> read) {
    try {
      return read.from(sql);
    } catch (SQLException failure) {
      throw new ConnectionException(failure);
    }
  }

  @Override
  public void close() {
    try {
      sql.close();
    } catch (SQLException | JdbiException broken) {
      LOG.debug("a broken connection could not be closed: {}", broken.getMessage());
    }
  }
}
