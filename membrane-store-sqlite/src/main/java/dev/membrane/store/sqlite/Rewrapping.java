package dev.membrane.store.sqlite;

import dev.membrane.spi.StoreOpenException;
import dev.membrane.store.jdbc.crypto.DecryptionException;
import dev.membrane.store.jdbc.crypto.KeyEncryptionKey;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;

/**
 * Wraps the data keys of a file with another key, in one transaction: it then opens with the other
 * key, or, if that did not end, with the one before. What is encrypted stays as it is.
 */
record Rewrapping(SqliteConfig config, Path newKeyFile) {

  /**
   * Does it.
   *
   * @return how many data keys there are
   */
  long run() {
    Path path = config.path();
    if (!Files.isRegularFile(path)) {
      throw new StoreOpenException(path + ": no such file");
    }
    KeyEncryptionKey before = Encryption.key(path, config.encryptionKeyFile());
    KeyEncryptionKey after = Encryption.key(path, newKeyFile);
    if (before == null || after == null) {
      throw new StoreOpenException(path + ": no encryption_key_file is set");
    }
    try (StoreFile file = StoreFile.lock(path)) {
      return run(file.path(), before, after);
    }
  }

  private long run(Path path, KeyEncryptionKey before, KeyEncryptionKey after) {
    Connections connections = new Connections(path, config.synchronous());
    StoreOpening opening = new StoreOpening(path, SqliteMigrations.ALL, before);
    StoreOpening.Opened opened = opening.open(connections);
    try (Connection connection = opened.connection();
        Encryption encryption = opened.encryption()) {
      if (encryption.cipher().isPlain()) {
        throw new StoreOpenException(path + ": is not encrypted");
      }
      return rewrap(new Sql(connection), before, after);
    } catch (SQLException | DecryptionException failure) {
      throw new StoreOpenException(
          path + ": its keys are as they were: " + failure.getMessage(), failure);
    }
  }

  private static long rewrap(Sql sql, KeyEncryptionKey before, KeyEncryptionKey after)
      throws SQLException {
    sql.update("BEGIN IMMEDIATE");
    long done = StoredKeys.rewrap(sql, before, after);
    sql.update("COMMIT");
    // So that the log has nothing that opens with the key before.
    sql.all(row -> row.getInt(1), "PRAGMA wal_checkpoint(TRUNCATE)");
    return done;
  }
}
