package dev.membrane.store.postgres.internal.crypto;

import dev.membrane.spi.store.StoreOpenException;
import dev.membrane.store.jdbc.crypto.DecryptionException;
import dev.membrane.store.jdbc.crypto.KeyRow;
import dev.membrane.store.jdbc.crypto.KeyWrapping;
import dev.membrane.store.jdbc.crypto.StoreCipher;
import dev.membrane.store.postgres.internal.database.Database;
import java.sql.Connection;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/**
 * What a database says of its encryption. It has one of both, or none if it is not encrypted.
 *
 * @param ofStore the key of the store, if the data keys stand in the database itself
 * @param mark what only the key of the store decrypts, if they stand in another one
 */
public record EncryptionState(@Nullable KeyRow ofStore, @Nullable String mark) {

  private static final String COLUMN = "encryption.mark";

  private static final String PUT_MARK = "INSERT INTO encryption (id, mark) VALUES (1, ?)";

  /** That of a database which may be of an earlier version, or empty. */
  public static EncryptionState of(Database database, Connection connection) throws SQLException {
    return new EncryptionState(
        isThere(database, connection, "data_key") ? DataKeyTable.ofStore(connection) : null,
        isThere(database, connection, "encryption")
            ? Database.text(connection, "SELECT mark FROM encryption")
            : null);
  }

  private static boolean isThere(Database database, Connection connection, String table)
      throws SQLException {
    String name = "SELECT to_regclass('" + database.schema() + '.' + table + "')";
    return Database.text(connection, name) != null;
  }

  /** Notes in a new database that its keys stand in another one. */
  public static void mark(Connection connection, StoreCipher cipher) throws SQLException {
    Database.update(connection, PUT_MARK, cipher.fixed(COLUMN, 1, COLUMN));
  }

  public boolean isEncrypted() {
    return ofStore != null || mark != null;
  }

  /**
   * Checks that a database is encrypted if there is a key, and only then; and that its data keys
   * are where the configuration says.
   *
   * @throws StoreOpenException if not
   */
  public void check(Database database, @Nullable KeyWrapping key) {
    if (key == null) {
      requireNoKeys(database);
    }
    if (!isEncrypted() && key != null) {
      throw database.fault(
          "is not encrypted, and a key is configured; `membraned encrypt --to` copies it, encrypted,"
              + " into another schema or database");
    }
    if (isEncrypted() && key == null) {
      throw database.fault(
          "is encrypted, and no key is configured (encryption_key_file or key_provider)");
    }
    if (mark != null && database.keys() == null) {
      throw database.fault("its data keys stand in another database: set postgres_keys_dsn");
    }
    if (ofStore != null && database.keys() != null) {
      throw database.fault(
          "its data keys stand in it, and postgres_keys_dsn is set; an import of its export into"
              + " another schema or database has them there");
    }
  }

  /**
   * Checks, where there is no key, that no place is configured for data keys.
   *
   * @throws StoreOpenException if there is one
   */
  public static void requireNoKeys(Database database) {
    if (database.keys() != null) {
      throw database.fault("postgres_keys_dsn needs a key (encryption_key_file or key_provider)");
    }
  }

  /**
   * Checks that the data keys are those of this database.
   *
   * @throws StoreOpenException if they are others
   */
  public void checkMark(Database database, StoreCipher cipher) {
    try {
      if (mark != null) {
        var unused = cipher.ofFixed(COLUMN, 1, mark);
      }
    } catch (DecryptionException other) {
      throw database.fault("has other data keys than those of " + database.keys(), other);
    }
  }
}
