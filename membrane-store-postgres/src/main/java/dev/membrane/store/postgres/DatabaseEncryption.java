package dev.membrane.store.postgres;

import dev.membrane.spi.StoreOpenException;
import dev.membrane.spi.StoreUnavailableException;
import dev.membrane.store.jdbc.crypto.DecryptionException;
import dev.membrane.store.jdbc.crypto.KeyRing;
import dev.membrane.store.jdbc.crypto.KeyRow;
import dev.membrane.store.jdbc.crypto.KeyWrapping;
import dev.membrane.store.jdbc.crypto.ScopeCipher;
import dev.membrane.store.jdbc.crypto.StoreCipher;
import java.sql.Connection;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/**
 * What a database is encrypted with, if it is. That is settled when its tables are made, as nodes
 * without the key may write from then on.
 */
record DatabaseEncryption(StoreCipher cipher, @Nullable KeyRing ring, @Nullable DatabaseKeys keys)
    implements AutoCloseable {

  /** Begins to encrypt a database whose tables were just made, if there is a key. */
  static void begin(Connection connection, @Nullable KeyWrapping key) throws SQLException {
    if (key != null) {
      DatabaseKeys.add(connection, KeyRing.forNewStore(key));
    }
  }

  /**
   * That of a database that there is.
   *
   * @throws StoreOpenException if it cannot be used with the key, or without one
   */
  static DatabaseEncryption of(Database database, @Nullable KeyWrapping key) {
    DatabaseKeys keys = new DatabaseKeys(database);
    boolean done = false;
    try {
      @Nullable KeyRow row = keys.byId(KeyRow.STORE);
      check(database, row, key);
      done = row != null;
      return row == null || key == null
          ? new DatabaseEncryption(StoreCipher.NONE, null, null)
          : with(ring(database, row, key, keys), keys);
    } catch (StoreUnavailableException unreadable) {
      throw new StoreOpenException(database + ": the data keys cannot be read", unreadable);
    } finally {
      if (!done) {
        keys.close();
      }
    }
  }

  private static DatabaseEncryption with(KeyRing ring, DatabaseKeys keys) {
    return new DatabaseEncryption(new ScopeCipher(ring), ring, keys);
  }

  /**
   * Checks that a database is encrypted if there is a key, and only then.
   *
   * @param row the key of the store; null if nothing is encrypted
   * @throws StoreOpenException if not
   */
  static void check(Object database, @Nullable KeyRow row, @Nullable KeyWrapping key) {
    if (row == null && key != null) {
      throw fault(
          database,
          "is not encrypted, and a key is configured; `membraned encrypt --to` copies it, encrypted,"
              + " into another schema or database",
          new IllegalStateException("there is no data key"));
    }
    if (row != null && key == null) {
      throw fault(
          database,
          "is encrypted, and no key is configured (encryption_key_file or key_provider)",
          new IllegalStateException("there is a data key"));
    }
  }

  private static KeyRing ring(Object database, KeyRow row, KeyWrapping key, KeyRing.Source keys) {
    try {
      return new KeyRing(key, row, keys);
    } catch (DecryptionException other) {
      throw fault(database, "the configured key is not that of this database", other);
    } catch (StoreUnavailableException unavailable) {
      throw fault(database, String.valueOf(unavailable.getMessage()), unavailable);
    }
  }

  private static StoreOpenException fault(Object database, String fault, RuntimeException cause) {
    return StoreOpenException.configuration(database + ": " + fault, cause);
  }

  /**
   * Has another key wrap the data keys, and closes the one before.
   *
   * @return how many they are; 0 if nothing is encrypted, or that key has wrapped them already
   */
  long adopt(KeyWrapping other) {
    return ring == null ? 0 : ring.adopt(ring.rewrapping(other));
  }

  @Override
  public void close() {
    if (ring != null) {
      ring.close();
    }
    if (keys != null) {
      keys.close();
    }
  }
}
