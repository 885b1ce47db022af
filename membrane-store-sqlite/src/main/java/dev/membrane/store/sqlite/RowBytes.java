package dev.membrane.store.sqlite;

import dev.membrane.spi.StoreProvider.StoredBytes;
import dev.membrane.store.sqlite.SqliteConfig.Synchronous;
import dev.membrane.store.sqlite.internal.session.Connections;
import dev.membrane.store.sqlite.internal.session.Sql;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;

/**
 * The rows of all tables of a database. In its file a long row is spread over pages that need not
 * follow each other, so that a word may stand in two of them.
 */
record RowBytes(Path database) implements StoredBytes {

  private static final String TABLES =
      """
      SELECT name FROM sqlite_schema
      WHERE type = 'table' AND sql NOT LIKE 'CREATE VIRTUAL %' ORDER BY name
      """;

  /** In no text, so that no word reaches from one value into the next. */
  private static final byte BETWEEN_VALUES = (byte) 0xff;

  @Override
  public void tell(ByteListener listener) throws IOException {
    try (Connection connection = new Connections(database, Synchronous.FULL).withoutTables()) {
      for (String table : new Sql(connection).all(row -> row.getString(1), TABLES)) {
        tell(connection, table, listener);
      }
    } catch (SQLException failure) {
      listener.unopened("rows of " + database, new IOException(failure.getMessage(), failure));
    }
  }

  private void tell(Connection connection, String table, ByteListener listener)
      throws SQLException, IOException {
    try (Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery("SELECT * FROM \"" + table + "\"");
        InputStream bytes = new ValueStream(rows)) {
      listener.kept(database + " (table " + table + ")", bytes);
    }
  }

  /** The values of all rows, one after the other. */
  private static final class ValueStream extends InputStream {

    private final ResultSet rows;
    private final int columns;
    private InputStream row = InputStream.nullInputStream();

    ValueStream(ResultSet rows) throws SQLException {
      this.rows = rows;
      this.columns = rows.getMetaData().getColumnCount();
    }

    @Override
    public int read() throws IOException {
      byte[] one = new byte[1];
      return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
    }

    @Override
    public int read(byte[] into, int offset, int length) throws IOException {
      int read = row.read(into, offset, length);
      while (read < 0 && isAtNext()) {
        read = row.read(into, offset, length);
      }
      return read;
    }

    private boolean isAtNext() throws IOException {
      try {
        if (!rows.next()) {
          return false;
        }
        ByteArrayOutputStream values = new ByteArrayOutputStream();
        for (int column = 1; column <= columns; column++) {
          byte[] value = rows.getBytes(column);
          values.write(BETWEEN_VALUES);
          values.write(value == null ? new byte[0] : value);
        }
        row = new ByteArrayInputStream(values.toByteArray());
        return true;
      } catch (SQLException failure) {
        throw new IOException(failure.getMessage(), failure);
      }
    }
  }
}
