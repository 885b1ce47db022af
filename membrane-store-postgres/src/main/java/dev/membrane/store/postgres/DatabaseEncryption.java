package dev.membrane.store.postgres;

import dev.membrane.spi.store.StoreOpenException;
import dev.membrane.spi.store.StoreUnavailableException;
import dev.membrane.store.jdbc.crypto.DecryptionException;
import dev.membrane.store.jdbc.crypto.KeyRing;
import dev.membrane.store.jdbc.crypto.KeyRow;
import dev.membrane.store.jdbc.crypto.KeyWrapping;
import dev.membrane.store.jdbc.crypto.ScopeCipher;
import dev.membrane.store.jdbc.crypto.StoreCipher;
import dev.membrane.store.postgres.internal.crypto.DataKeyTable;
import dev.membrane.store.postgres.internal.crypto.EncryptionState;
import dev.membrane.store.postgres.internal.crypto.KeysDatabase;
import dev.membrane.store.postgres.internal.crypto.OwnDataKeyTable;
import dev.membrane.store.postgres.internal.crypto.RetiredDataKeys;
import dev.membrane.store.postgres.internal.crypto.SeparateDataKeyTable;
import dev.membrane.store.postgres.internal.database.Database;
import dev.membrane.store.postgres.internal.dialect.PostgresDialect;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * What a database is encrypted with, if it is. That is settled when its tables are made, as nodes
 * without the key may write from then on.
 *
 * @param destruction null: keys of scopes cannot be destroyed
 */
record DatabaseEncryption(
    PostgresDialect dialect,
    @Nullable KeyRing ring,
    @Nullable DataKeyTable keys,
    @Nullable KeyDestruction destruction)
    implements AutoCloseable {

  /** Begins to encrypt a database whose tables were just made, if there is a key. */
  static void begin(Database database, Connection connection, @Nullable KeyWrapping key)
      throws SQLException {
    @Nullable Database apart = database.keys();
    if (key == null) {
      EncryptionState.requireNoKeys(database);
      return;
    }
    if (apart == null) {
      DataKeyTable.add(connection, KeyRing.forNewStore(key));
    } else {
      KeyRow row = new KeysDatabase(apart, database).begin(key, connection);
      try (DataKeyTable keys = new SeparateDataKeyTable(apart, database)) {
        EncryptionState.mark(connection, new ScopeCipher(ring(database, row, key, keys)));
      }
    }
  }

  /**
   * That of a database that there is.
   *
   * @throws StoreOpenException if it cannot be used with the key, or without one
   */
  static DatabaseEncryption of(
      Database database, Connection connection, @Nullable KeyWrapping key) {
    EncryptionState state;
    try {
      state = EncryptionState.of(database, connection);
    } catch (SQLException failure) {
      throw database.cannotOpen(failure);
    }
    state.check(database, key);
    if (key == null) {
      return new DatabaseEncryption(PostgresDialect.PLAIN, null, null, null);
    }
    DataKeyTable keys = keys(database);
    boolean done = false;
    try {
      KeyRing ring = ring(database, ofStore(database, connection, state), key, keys);
      StoreCipher cipher = new ScopeCipher(ring);
      state.checkMark(database, cipher);
      DatabaseEncryption encryption = with(database, connection, ring, cipher, keys);
      done = true;
      return encryption;
    } catch (StoreUnavailableException unreadable) {
      throw new StoreOpenException(database + ": the data keys cannot be read", unreadable);
    } finally {
      if (!done) {
        keys.close();
      }
    }
  }

  private static DatabaseEncryption with(
      Database database,
      Connection connection,
      KeyRing ring,
      StoreCipher cipher,
      DataKeyTable keys) {
    @Nullable Database apart = database.keys();
    if (apart == null || !(keys instanceof SeparateDataKeyTable separate)) {
      return new DatabaseEncryption(new PostgresDialect(cipher, null), ring, keys, null);
    }
    new KeysDatabase(apart, database).tellOwner(connection);
    PostgresDialect dialect = new PostgresDialect(cipher, RetiredDataKeys.of(connection, ring));
    return new DatabaseEncryption(
        dialect, ring, keys, new KeyDestruction(database, separate, ring, dialect));
  }

  /**
   * How statements read and write what belongs to no scope, in a database that there is.
   *
   * @param keys the tables that its data keys stand in
   */
  static PostgresDialect dialect(
      Database database, Connection connection, @Nullable KeyWrapping key, DataKeyTable keys)
      throws SQLException {
    if (key == null) {
      return PostgresDialect.PLAIN;
    }
    KeyRow row = ofStore(database, connection, EncryptionState.of(database, connection));
    return new PostgresDialect(new ScopeCipher(ring(database, row, key, keys)), null);
  }

  /** The tables that the data keys of a database stand in. */
  static DataKeyTable keys(Database database) {
    @Nullable Database apart = database.keys();
    return apart == null
        ? new OwnDataKeyTable(database)
        : new SeparateDataKeyTable(apart, database);
  }

  /** The key of the store of a database that is encrypted. */
  private static KeyRow ofStore(Database database, Connection connection, EncryptionState state) {
    @Nullable Database apart = database.keys();
    return apart == null
        ? Objects.requireNonNull(state.ofStore())
        : new KeysDatabase(apart, database).ofStore(connection);
  }

  /**
   * Checks, before data keys are wrapped anew, that they are those of a database.
   *
   * @param either of which one has wrapped them
   */
  static void requireOwn(Database database, List<KeyWrapping> either) {
    try (Connection connection = database.patient()) {
      requireOwn(database, connection, either);
    } catch (SQLException failure) {
      throw database.cannotOpen(failure);
    }
  }

  private static void requireOwn(Database database, Connection connection, List<KeyWrapping> either)
      throws SQLException {
    EncryptionState state = EncryptionState.of(database, connection);
    if (!state.isEncrypted()) {
      throw StoreOpenException.configuration(database + ": is not encrypted");
    }
    state.check(database, either.get(0));
    KeyRow row = ofStore(database, connection, state);
    try (DataKeyTable keys = keys(database)) {
      for (KeyWrapping each : either) {
        try {
          state.checkMark(database, new ScopeCipher(new KeyRing(each, row, keys)));
        } catch (DecryptionException other) {
          // Who wraps them anew finds out if neither has wrapped them.
        }
      }
    }
  }

  private static KeyRing ring(
      Database database, KeyRow row, KeyWrapping key, KeyRing.KeySource keys) {
    try {
      return new KeyRing(key, row, keys);
    } catch (DecryptionException other) {
      throw database.fault("the configured key is not that of this database", other);
    } catch (StoreUnavailableException unavailable) {
      throw new StoreOpenException(database + ": " + unavailable.getMessage(), unavailable);
    }
  }

  /**
   * Destroys the key of a scope of which the database has nothing more.
   *
   * @return false if it has, or keys of scopes cannot be destroyed, or are those of another
   *     database
   */
  boolean destroy(String scope) {
    return destruction != null && !scope.isEmpty() && destruction.destroy(scope);
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
