package dev.membrane.store.sqlite;

import dev.membrane.spi.store.StoreOpenException;
import dev.membrane.spi.store.StoreUnavailableException;
import dev.membrane.store.jdbc.crypto.DecryptionException;
import dev.membrane.store.jdbc.crypto.KeyRing;
import dev.membrane.store.jdbc.crypto.KeyRow;
import dev.membrane.store.jdbc.crypto.KeyWrapping;
import dev.membrane.store.sqlite.internal.crypto.DataKeyFile;
import dev.membrane.store.sqlite.internal.crypto.Encryption;
import dev.membrane.store.sqlite.internal.file.FileHeader;
import dev.membrane.store.sqlite.internal.file.PrivateFiles;
import dev.membrane.store.sqlite.internal.session.Connections;
import dev.membrane.store.sqlite.internal.session.Sql;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Whether a file is encrypted, and whether a key and the file of data keys are its own. An
 * encrypted file has a row that only they decrypt.
 *
 * @param key null: none was named
 */
record EncryptionCheck(Path path, @Nullable KeyWrapping key) {

  private static final String HAS_TABLE =
      "SELECT count(*) FROM sqlite_schema WHERE name = 'encryption'";

  private static final String MARK = "SELECT mark FROM encryption";

  private static final String PUT_MARK = "INSERT INTO encryption (id, mark) VALUES (1, ?)";

  private static final String HAS_ROWS =
      """
      SELECT EXISTS (SELECT 1 FROM memory) + EXISTS (SELECT 1 FROM tombstone)
        + EXISTS (SELECT 1 FROM key) + EXISTS (SELECT 1 FROM queue)
      """;

  private static final String HAS_TABLES =
      "SELECT count(*) FROM sqlite_schema WHERE name IN ('memory', 'tombstone', 'key', 'queue')";

  private static final String COLUMN = "encryption.mark";

  /**
   * Checks, before the file is changed.
   *
   * @return what it is encrypted with
   * @throws StoreOpenException if it cannot be used with the key, or without one
   */
  Encryption check(Sql sql) throws SQLException {
    String mark = mark(sql);
    if (mark != null) {
      return opened(mark);
    }
    if (key != null && sql.firstNumber(HAS_TABLES) > 0 && sql.firstNumber(HAS_ROWS) > 0) {
      throw fault("is not encrypted, and a key is configured; `membraned encrypt` encrypts it");
    }
    return Encryption.none();
  }

  /** Whether a file is encrypted. It may be of an older version, or no database. */
  static boolean isMarked(Path path) {
    try (Sql sql = new Sql(new Connections(path, SqliteConfig.Synchronous.FULL).reading())) {
      return mark(sql) != null;
    } catch (SQLException unreadable) {
      throw unreadable(path, unreadable);
    }
  }

  /**
   * Checks the key of a file that is encrypted, also of one that somebody has open.
   *
   * @throws StoreOpenException if it is encrypted with another key
   */
  static void requireKey(SqliteConfig config) {
    Path path = config.path();
    Connections connections = new Connections(path, config.synchronous());
    try (KeyWrapping key = KeyWrapping.open(path, config.key());
        Sql sql = new Sql(connections.reading())) {
      new EncryptionCheck(path, key).check(sql).close();
    } catch (SQLException unreadable) {
      throw unreadable(path, unreadable);
    }
  }

  private static StoreOpenException unreadable(Path path, SQLException failure) {
    return FileHeader.refusal(path + ": cannot be read: " + failure.getMessage(), failure);
  }

  /**
   * Begins to encrypt a file that has nothing in it yet, if there is a key.
   *
   * @return what it is encrypted with
   */
  Encryption begin(Sql sql) throws SQLException {
    return key == null ? Encryption.none() : begun(sql, key);
  }

  /** The data keys come first: what is left of a beginning that was interrupted is used. */
  private Encryption begun(Sql sql, KeyWrapping given) throws SQLException {
    DataKeyFile stored = DataKeyFile.of(path);
    try {
      stored.create();
      if (stored.ofStore() == null) {
        stored.save(List.of(ofNewStore(given)));
      }
      Encryption encryption = with(given, stored);
      sql.update(PUT_MARK, encryption.cipher().fixed(COLUMN, 1, COLUMN));
      return encryption;
    } catch (Throwable failure) {
      stored.close();
      throw failure;
    }
  }

  private KeyRow ofNewStore(KeyWrapping given) {
    try {
      return KeyRing.forNewStore(given);
    } catch (StoreUnavailableException unavailable) {
      throw away(unavailable);
    }
  }

  private Encryption opened(String mark) {
    if (key == null) {
      throw fault("is encrypted, and no key is configured (encryption_key_file or key_provider)");
    }
    DataKeyFile stored = DataKeyFile.of(path);
    try {
      Encryption encryption = with(key, stored);
      checkMark(encryption, mark, stored.path());
      return encryption;
    } catch (Throwable failure) {
      stored.close();
      throw failure;
    }
  }

  private Encryption with(KeyWrapping given, DataKeyFile stored) {
    KeyRow row = ofStore(stored);
    if (row == null) {
      throw missingKeys(path, stored);
    }
    try {
      return Encryption.with(given, row, stored);
    } catch (DecryptionException other) {
      throw fault("the configured key is not that of this database", other);
    } catch (StoreUnavailableException unavailable) {
      throw away(unavailable);
    }
  }

  private @Nullable KeyRow ofStore(DataKeyFile stored) {
    try {
      return stored.ofStore();
    } catch (DecryptionException | StoreUnavailableException damaged) {
      throw fault(
          "its data keys cannot be read: " + stored.path() + PrivateFiles.whose(stored.path()),
          damaged);
    }
  }

  private void checkMark(Encryption encryption, String mark, Path keys) {
    try {
      var unused = encryption.cipher().ofFixed(COLUMN, 1, mark);
    } catch (DecryptionException other) {
      throw fault("has other data keys than those of " + keys, other);
    }
  }

  /** An encrypted file cannot be used without its data keys. */
  static StoreOpenException missingKeys(Path path, DataKeyFile stored) {
    return StoreOpenException.configuration(
        path + ": its data keys are not there: " + stored.path());
  }

  /** The key provider does not answer: another start may go well. */
  private StoreOpenException away(StoreUnavailableException unavailable) {
    return new StoreOpenException(path + ": " + unavailable.getMessage(), unavailable);
  }

  private StoreOpenException fault(String fault) {
    return StoreOpenException.configuration(path + ": " + fault);
  }

  private StoreOpenException fault(String fault, RuntimeException cause) {
    return StoreOpenException.configuration(path + ": " + fault, cause);
  }

  private static @Nullable String mark(Sql sql) throws SQLException {
    return sql.firstNumber(HAS_TABLE) == 0 ? null : sql.first(row -> row.getString(1), MARK);
  }
}
