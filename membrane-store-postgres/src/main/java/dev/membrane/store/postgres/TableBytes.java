package dev.membrane.store.postgres;

import dev.membrane.spi.StoreProvider.StoredBytes;
import dev.membrane.spi.store.StoreUnavailableException;
import dev.membrane.store.postgres.internal.database.Database;
import dev.membrane.store.postgres.internal.database.SqlStates;
import java.io.IOException;
import java.io.InputStream;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import org.postgresql.PGConnection;
import org.postgresql.copy.PGCopyInputStream;

/**
 * The rows of all tables of a schema. What rows that were removed have left in the files of tables,
 * indexes and the log is no row; the server's files can be looked at as well.
 */
record TableBytes(PostgresConfig config) implements StoredBytes {

  @Override
  public void tell(ByteListener listener) throws IOException {
    try (Connection connection = config.dataSource().getConnection()) {
      PGConnection postgres = connection.unwrap(PGConnection.class);
      List<String> tables = tables(connection);
      if (tables.isEmpty()) {
        throw new StoreUnavailableException("schema " + config.schema() + " has no tables");
      }
      for (String table : tables) {
        tell(postgres, table, listener);
      }
    } catch (SQLException failure) {
      throw new StoreUnavailableException("PostgreSQL does not answer", failure);
    }
  }

  private static void tell(PGConnection postgres, String table, ByteListener listener)
      throws SQLException, IOException {
    String place = "table " + table;
    InputStream opened;
    try {
      opened = new PGCopyInputStream(postgres, "COPY " + table + " TO STDOUT");
    } catch (SQLException failure) {
      if (SqlStates.isConnectionLost(failure)) {
        throw failure;
      }
      String reason = String.valueOf(failure.getMessage());
      listener.unopened(place, new IOException(reason.lines().findFirst().orElse(""), failure));
      return;
    }
    try (InputStream rows = opened) {
      listener.kept(place, rows);
    }
  }

  private List<String> tables(Connection connection) throws SQLException {
    return Database.all(
        connection,
        row -> config.schema() + ".\"" + row.getString(1) + "\"",
        "SELECT tablename FROM pg_tables WHERE schemaname = ? ORDER BY tablename",
        config.schema());
  }
}
