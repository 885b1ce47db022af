package dev.membrane.store.sqlite;

import dev.membrane.store.jdbc.JdbcReader;
import dev.membrane.store.jdbc.JdbiRows;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import org.jdbi.v3.core.ConnectionException;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.Jdbi;
import org.jdbi.v3.core.JdbiException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A reading connection. Each read is one transaction, so that all its statements see the same
 * commits; what takes only one statement needs no more than that. Transactions are statements of
 * our own: the driver's would be compiled anew each time.
 */
final class Reader implements AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(Reader.class);

  private final Connection connection;
  private final Sql sql;
  private final PreparedStatement begin;
  private final PreparedStatement commit;
  private @Nullable Handle handle;

  /** Something to be read, some of it as rows. */
  @FunctionalInterface
  interface ReadBoth<T> {
    T from(Handle handle, Sql sql) throws SQLException;
  }

  /** Something that is read so often that Jdbi would be most of the work. */
  @FunctionalInterface
  interface ReadRows<T> {
    T from(Sql sql) throws SQLException;
  }

  /** Takes over the connection. */
  Reader(Connection connection) {
    this.connection = connection;
    this.sql = new Sql(connection);
    try {
      begin = connection.prepareStatement("BEGIN");
      commit = connection.prepareStatement("COMMIT");
    } catch (SQLException failure) {
      throw new ConnectionException(failure);
    }
  }

  /** Reads; if that fails, the connection may be in any state and should be closed. */
  <T> T read(JdbcReader.Read<T> read) {
    return readRows(unused -> read.from(rows()));
  }

  /** As {@link #read}. */
  <T> T readBoth(ReadBoth<T> read) {
    return readRows(rows -> read.from(handle(), rows));
  }

  /** As {@link #read}. */
  <T> T readRows(ReadRows<T> read) {
    return readByOneStatement(
        rows -> {
          begin.executeUpdate();
          T answer = read.from(rows);
          commit.executeUpdate();
          return answer;
        });
  }

  /** As {@link #readRows}, for what takes a single statement. */
  <T> T readByOneStatement(ReadRows<T> read) {
    try {
      return read.from(sql);
    } catch (SQLException failure) {
      throw new ConnectionException(failure);
    }
  }

  private JdbiRows rows() {
    return new JdbiRows(handle(), SqliteDialect.INSTANCE);
  }

  /** Made late, as Jdbi's classes are many and neither readiness nor metrics need them. */
  private Handle handle() {
    if (handle == null) {
      handle =
          Jdbi.create(connection)
              .setStatementBuilderFactory(given -> new CachedStatements())
              .open();
    }
    return handle;
  }

  @Override
  public void close() {
    try {
      if (handle != null) {
        handle.close();
      }
      connection.close();
    } catch (SQLException | JdbiException broken) {
      LOG.debug("a broken connection was dropped: {}", broken.getMessage());
    }
  }
}
