package dev.membrane.store.sqlite;

import dev.membrane.spi.StoreOpenException;
import dev.membrane.store.jdbc.crypto.DecryptionException;
import dev.membrane.store.jdbc.crypto.KeyEncryptionKey;
import dev.membrane.store.jdbc.crypto.KeyRing;
import dev.membrane.store.jdbc.crypto.KeyRow;
import dev.membrane.store.jdbc.crypto.ScopeCipher;
import dev.membrane.store.jdbc.crypto.StoreCipher;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What a file is encrypted with, if it is. Safe for use by many threads. */
final class Encryption implements AutoCloseable {

  private static final String HAS_KEYS =
      "SELECT count(*) FROM sqlite_schema WHERE name = 'data_key'";

  private static final String HAS_ROWS =
      """
      SELECT EXISTS (SELECT 1 FROM memory) + EXISTS (SELECT 1 FROM tombstone)
        + EXISTS (SELECT 1 FROM key) + EXISTS (SELECT 1 FROM queue)
      """;

  private static final String HAS_TABLES =
      "SELECT count(*) FROM sqlite_schema WHERE name IN ('memory', 'tombstone', 'key', 'queue')";

  private final StoreCipher cipher;
  private final @Nullable KeyRing keys;
  private final @Nullable StoredKeys stored;

  private Encryption(StoreCipher cipher, @Nullable KeyRing keys, @Nullable StoredKeys stored) {
    this.cipher = cipher;
    this.keys = keys;
    this.stored = stored;
  }

  static Encryption none() {
    return new Encryption(StoreCipher.NONE, null, null);
  }

  /** The key of a file; null: none was named. */
  static @Nullable KeyEncryptionKey key(Path path, @Nullable Path keyFile) {
    try {
      return keyFile == null ? null : KeyEncryptionKey.read(keyFile);
    } catch (IllegalArgumentException bad) {
      throw fault(path, "encryption_key_file " + bad.getMessage(), bad);
    }
  }

  /**
   * Checks that a file can be used with a key, or without one, before it is changed.
   *
   * @throws StoreOpenException if not
   */
  static void check(Path path, Sql sql, @Nullable KeyEncryptionKey key) throws SQLException {
    KeyRow row = number(sql, HAS_KEYS) == 0 ? null : StoredKeys.ofStore(sql);
    if (row != null) {
      checkKey(path, required(path, key), row);
    } else if (key != null && number(sql, HAS_TABLES) > 0 && number(sql, HAS_ROWS) > 0) {
      throw fault(
          path,
          "is not encrypted, and encryption_key_file is set; export it, and import the export into a"
              + " new database",
          new IllegalStateException("there are records that are not encrypted"));
    }
  }

  /** Begins to encrypt a file that has nothing in it yet, if there is a key. */
  static void begin(Sql sql, @Nullable KeyEncryptionKey key) throws SQLException {
    if (key != null && StoredKeys.ofStore(sql) == null) {
      StoredKeys.save(sql, List.of(KeyRing.forNewStore(key)));
    }
  }

  /** That of a file which was checked. */
  static Encryption of(Sql sql, Connections connections, @Nullable KeyEncryptionKey key)
      throws SQLException {
    KeyRow row = StoredKeys.ofStore(sql);
    if (row == null || key == null) {
      return none();
    }
    StoredKeys stored = new StoredKeys(connections);
    KeyRing keys = new KeyRing(key, row, stored);
    return new Encryption(new ScopeCipher(keys), keys, stored);
  }

  StoreCipher cipher() {
    return cipher;
  }

  /** Stores keys that are new, before the commit of what was encrypted with them. */
  List<KeyRow> save(Sql sql) throws SQLException {
    List<KeyRow> rows = keys == null ? List.of() : keys.unsaved();
    StoredKeys.save(sql, rows);
    return rows;
  }

  /** After that commit. */
  void saved(List<KeyRow> rows) {
    if (keys != null) {
      keys.saved(rows);
    }
  }

  @Override
  public void close() {
    if (stored != null) {
      stored.close();
    }
  }

  private static KeyEncryptionKey required(Path path, @Nullable KeyEncryptionKey key) {
    if (key == null) {
      throw fault(
          path,
          "is encrypted, and no encryption_key_file is set",
          new IllegalStateException("there is a data key"));
    }
    return key;
  }

  private static void checkKey(Path path, KeyEncryptionKey key, KeyRow row) {
    try {
      key.check(row);
    } catch (DecryptionException other) {
      throw fault(path, "the key in encryption_key_file is not that of this database", other);
    }
  }

  private static StoreOpenException fault(Path path, String fault, RuntimeException cause) {
    return StoreOpenException.configuration(path + ": " + fault, cause);
  }

  private static int number(Sql sql, String query) throws SQLException {
    Integer number = sql.first(row -> row.getInt(1), query);
    return number == null ? 0 : number;
  }
}
