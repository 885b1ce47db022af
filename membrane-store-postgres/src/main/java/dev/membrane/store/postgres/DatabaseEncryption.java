package dev.membrane.store.postgres;

import dev.membrane.spi.StoreOpenException;
import dev.membrane.spi.StoreUnavailableException;
import dev.membrane.store.jdbc.crypto.DecryptionException;
import dev.membrane.store.jdbc.crypto.KeyEncryptionKey;
import dev.membrane.store.jdbc.crypto.KeyRing;
import dev.membrane.store.jdbc.crypto.KeyRow;
import dev.membrane.store.jdbc.crypto.ScopeCipher;
import dev.membrane.store.jdbc.crypto.StoreCipher;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/**
 * What a database is encrypted with, if it is. That is settled when its tables are made, as nodes
 * without the key may write from then on.
 */
record DatabaseEncryption(StoreCipher cipher, @Nullable DatabaseKeys keys)
    implements AutoCloseable {

  /** The key of a database; null: none was named. */
  static @Nullable KeyEncryptionKey key(PostgresConfig config) {
    @Nullable Path keyFile = config.encryptionKeyFile();
    try {
      return keyFile == null ? null : KeyEncryptionKey.read(keyFile);
    } catch (IllegalArgumentException bad) {
      throw fault(config, "encryption_key_file " + bad.getMessage(), bad);
    }
  }

  /** Begins to encrypt a database whose tables were just made, if there is a key. */
  static void begin(Connection connection, @Nullable KeyEncryptionKey key) throws SQLException {
    if (key != null) {
      DatabaseKeys.add(connection, KeyRing.forNewStore(key));
    }
  }

  /**
   * That of a database that there is.
   *
   * @throws StoreOpenException if it cannot be used with the key, or without one
   */
  static DatabaseEncryption of(Database database, @Nullable KeyEncryptionKey key) {
    DatabaseKeys keys = new DatabaseKeys(database);
    boolean done = false;
    try {
      @Nullable KeyRow row = keys.byId(KeyRow.STORE);
      check(database, row, key);
      done = row != null;
      return row == null || key == null
          ? new DatabaseEncryption(StoreCipher.NONE, null)
          : new DatabaseEncryption(new ScopeCipher(new KeyRing(key, row, keys)), keys);
    } catch (StoreUnavailableException unreadable) {
      throw new StoreOpenException(database + ": the data keys cannot be read", unreadable);
    } finally {
      if (!done) {
        keys.close();
      }
    }
  }

  /**
   * Checks that a database can be used with a key, or without one.
   *
   * @param row the key of the store; null if nothing is encrypted
   * @throws StoreOpenException if not
   */
  static void check(Object database, @Nullable KeyRow row, @Nullable KeyEncryptionKey key) {
    if (row == null && key != null) {
      throw fault(
          database,
          "is not encrypted, and encryption_key_file is set; export it, and import the export into a"
              + " new schema",
          new IllegalStateException("there is no data key"));
    }
    if (row != null && key == null) {
      throw fault(
          database,
          "is encrypted, and no encryption_key_file is set",
          new IllegalStateException("there is a data key"));
    }
    if (row != null && key != null) {
      checkKey(database, row, key);
    }
  }

  private static void checkKey(Object database, KeyRow row, KeyEncryptionKey key) {
    try {
      key.check(row);
    } catch (DecryptionException other) {
      throw fault(database, "the key in encryption_key_file is not that of this database", other);
    }
  }

  private static StoreOpenException fault(Object database, String fault, RuntimeException cause) {
    return StoreOpenException.configuration(database + ": " + fault, cause);
  }

  @Override
  public void close() {
    if (keys != null) {
      keys.close();
    }
  }
}
