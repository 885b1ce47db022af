package dev.membrane.store.sqlite;

import dev.membrane.spi.store.StoreOpenException;
import dev.membrane.store.jdbc.crypto.KeyWrapping;
import dev.membrane.store.sqlite.internal.cleaning.FileCleaning;
import dev.membrane.store.sqlite.internal.crypto.Encryption;
import dev.membrane.store.sqlite.internal.file.FileHeader;
import dev.membrane.store.sqlite.internal.session.Connections;
import dev.membrane.store.sqlite.internal.session.Sql;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/**
 * Opens the writing connection of a database that this version knows, new or migrated. Touches a
 * few pages only, whatever the size of the file, unless that has to be cleaned.
 */
record StoreOpening(Path path, SqliteMigrations migrations, @Nullable KeyWrapping key) {

  /** The writing connection, and what the file is encrypted with. */
  record Opened(Connection connection, Encryption encryption) {}

  /**
   * Opens it.
   *
   * @throws StoreOpenException if the file is none of ours, too new, damaged or read-only
   */
  Opened open(Connections connections) {
    FileHeader.check(path, migrations.newestVersion());
    try {
      Connection connection = connections.writing();
      return new Opened(connection, prepare(connection));
    } catch (SQLException failure) {
      throw FileHeader.refusal(path + ": cannot be opened: " + failure.getMessage(), failure);
    }
  }

  private Encryption prepare(Connection connection) throws SQLException {
    Sql sql = new Sql(connection);
    Encryption encryption = Encryption.none();
    try {
      if (sql.firstNumber("SELECT count(*) FROM sqlite_master") > 0) {
        FileHeader.checkIdentity(path, sql, migrations.newestVersion());
      }
      EncryptionCheck check = new EncryptionCheck(path, key);
      encryption = check.check(sql);
      migrations.run(connection, encryption.cipher());
      useWriteAheadLog(sql);
      FileCleaning.runIfDue(path, sql);
      if (encryption.cipher().isPlain()) {
        encryption = check.begin(sql);
      }
      return encryption;
    } catch (Throwable failure) {
      encryption.close();
      connection.close();
      throw failure;
    }
  }

  // After the first migration, so that the header of the file itself says whose it is.
  private static void useWriteAheadLog(Sql sql) throws SQLException {
    String mode = sql.first(row -> row.getString(1), "PRAGMA journal_mode = WAL");
    if (!"wal".equalsIgnoreCase(mode)) {
      throw new SQLException("the file system does not support a write-ahead log");
    }
  }
}
