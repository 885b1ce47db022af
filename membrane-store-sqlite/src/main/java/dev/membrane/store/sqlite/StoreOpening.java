package dev.membrane.store.sqlite;

import dev.membrane.spi.StoreOpenException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;

/**
 * Opens the writing connection of a database that this version knows, new or migrated. Touches a
 * few pages only, whatever the size of the file, unless that has to be cleaned.
 */
record StoreOpening(Path path, SqliteMigrations migrations) {

  /**
   * Opens it.
   *
   * @throws StoreOpenException if the file is none of ours, too new, damaged or read-only
   */
  Connection open(Connections connections) {
    FileHeader.check(path, migrations.newestVersion());
    try {
      Connection connection = connections.writing();
      prepare(connection);
      return connection;
    } catch (SQLException failure) {
      throw new StoreOpenException(path + ": cannot be opened: " + failure.getMessage(), failure);
    }
  }

  private void prepare(Connection connection) throws SQLException {
    boolean done = false;
    try {
      if (SqliteMigrations.tables(connection) > 0) {
        FileHeader.checkIdentity(
            path,
            SqliteMigrations.applicationId(connection),
            SqliteMigrations.version(connection),
            migrations.newestVersion());
      }
      migrations.run(connection);
      useWriteAheadLog(connection);
      FileCleaning.runIfDue(path, connection);
      done = true;
    } finally {
      if (!done) {
        connection.close();
      }
    }
  }

  // After the first migration, so that the header of the file itself says whose it is.
  private static void useWriteAheadLog(Connection connection) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet mode = statement.executeQuery("PRAGMA journal_mode = WAL")) {
      if (!mode.next() || !"wal".equalsIgnoreCase(mode.getString(1))) {
        throw new SQLException("the file system does not support a write-ahead log");
      }
    }
  }
}
