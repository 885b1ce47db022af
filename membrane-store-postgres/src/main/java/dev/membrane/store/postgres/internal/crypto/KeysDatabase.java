package dev.membrane.store.postgres.internal.crypto;

import dev.membrane.spi.store.StoreOpenException;
import dev.membrane.store.jdbc.crypto.KeyRing;
import dev.membrane.store.jdbc.crypto.KeyRow;
import dev.membrane.store.jdbc.crypto.KeyWrapping;
import dev.membrane.store.jdbc.internal.session.Scripts;
import dev.membrane.store.postgres.internal.database.Database;
import dev.membrane.store.postgres.internal.database.HeldConnection;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The database of the data keys of a memory: what is checked when the memory is opened, and which
 * database may destroy keys.
 *
 * @param database of the keys
 * @param memory which they are of
 */
public record KeysDatabase(Database database, Database memory) {

  private static final Logger LOG = LoggerFactory.getLogger(KeysDatabase.class);

  private static final String SCRIPT = "separate_keys.sql";
  private static final String VERSION = "1";

  private static final String TABLES = "SELECT 1 FROM pg_tables WHERE schemaname = '%s' LIMIT 1";

  /** Differs between any two databases that there are at the same time. */
  private static final String IDENTITY =
      """
      SELECT concat_ws(' ', current_database(), extract(epoch FROM pg_postmaster_start_time()))
      """;

  // Of a copy it is another one, unless the files of the server were copied.
  private static final String OF_MEMORY =
      """
      SELECT concat_ws(' ', system_identifier, oid) FROM pg_control_system(), pg_database
      WHERE datname = current_database()
      """;

  private static final String OWNER = "SELECT memory FROM membrane_keys";

  /**
   * Makes the tables, and the key of a new store. What a beginning that was interrupted has left is
   * used.
   */
  public KeyRow begin(KeyWrapping key, Connection ofMemory) {
    return with(
        keys -> {
          requireOther(keys, ofMemory);
          keys.setAutoCommit(false);
          String owner = name(ofMemory);
          @Nullable KeyRow begun = begun(keys, owner);
          KeyRow row = begun == null ? create(keys, key, owner) : begun;
          keys.commit();
          return row;
        });
  }

  private KeyRow create(Connection keys, KeyWrapping key, String owner) throws SQLException {
    KeyRow row = KeyRing.forNewStore(key);
    database.makeSchema(keys);
    try (Statement statement = keys.createStatement()) {
      statement.execute(Scripts.read(KeysDatabase.class, SCRIPT));
    }
    Database.update(
        keys, "INSERT INTO membrane_keys (version, memory) VALUES (" + VERSION + ", ?)", owner);
    DataKeyTable.add(keys, row);
    return row;
  }

  /** The key that an earlier beginning has made; null: there was none. */
  private @Nullable KeyRow begun(Connection keys, String owner) throws SQLException {
    if (!areTablesThere(keys)) {
      if (Database.text(keys, TABLES.formatted(database.schema())) != null) {
        throw database.fault("has other tables; postgres_keys_dsn must name a schema without any");
      }
      return null;
    }
    boolean isSame = owner.equals(Database.text(keys, OWNER));
    if (!isSame || Database.text(keys, "SELECT 1 FROM data_key WHERE id > 1") != null) {
      throw database.fault(
          "has the data keys of a memory that is there, and "
              + memory
              + " is new; postgres_keys_dsn"
              + " must name a schema without tables");
    }
    return DataKeyTable.ofStore(keys);
  }

  /**
   * The key of the store.
   *
   * @throws StoreOpenException if it is not there, or not in another database than the memory
   */
  public KeyRow ofStore(Connection ofMemory) {
    return with(
        keys -> {
          @Nullable KeyRow row = areTablesThere(keys) ? DataKeyTable.ofStore(keys) : null;
          if (row == null) {
            throw database.fault("the data keys of " + memory + " are not there");
          }
          if (!VERSION.equals(Database.text(keys, "SELECT version FROM membrane_keys"))) {
            throw database.fault("was written by a newer Membrane");
          }
          requireOther(keys, ofMemory);
          return row;
        });
  }

  /** Has the log say if the keys belong to another database, once it is known that they fit. */
  public void tellOwner(Connection ofMemory) {
    var unused = with(keys -> isOwner(keys, name(ofMemory)));
  }

  /** How the keys name the database of the memory as their owner. */
  String name(Connection ofMemory) throws SQLException {
    return Database.text(ofMemory, OF_MEMORY) + ' ' + memory.schema();
  }

  /**
   * Whether the keys belong to the database of the memory, which alone may destroy them. If not,
   * the log says so, and how to change it.
   *
   * @param name of that database
   */
  boolean isOwner(Connection keys, String name) throws SQLException {
    boolean isOwner = name.equals(Database.text(keys, OWNER));
    if (!isOwner) {
      LOG.warn(
          "{}: the data keys in {} belong to another database, and stay when scopes are erased here."
              + " If this one takes its place, run there: UPDATE {}.membrane_keys SET memory = '{}'",
          memory,
          database,
          database.schema(),
          name);
    }
    return isOwner;
  }

  /**
   * Checks that the keys are not in the database of the memory, before anything is made there.
   *
   * @throws StoreOpenException if they are
   */
  public void requireApart() {
    var unused =
        with(
            keys -> {
              try (Connection ofMemory = memory.patient()) {
                requireOther(keys, ofMemory);
                return true;
              }
            });
  }

  private boolean areTablesThere(Connection keys) throws SQLException {
    return Database.text(keys, "SELECT to_regclass('" + database.schema() + ".membrane_keys')")
        != null;
  }

  private void requireOther(Connection keys, Connection ofMemory) throws SQLException {
    String identity = Database.text(keys, IDENTITY);
    if (identity != null && identity.equals(Database.text(ofMemory, IDENTITY))) {
      throw database.fault(
          "is the database of the memory, so that its backups would have the keys; postgres_keys_dsn"
              + " must name another database");
    }
  }

  private <T> T with(HeldConnection.ConnectionWork<T> work) {
    try (Connection keys = database.patient()) {
      return Objects.requireNonNull(work.with(keys));
    } catch (SQLException failure) {
      throw database.cannot("the data keys cannot be read", failure);
    }
  }
}
