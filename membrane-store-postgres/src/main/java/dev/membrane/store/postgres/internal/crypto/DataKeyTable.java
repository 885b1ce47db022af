package dev.membrane.store.postgres.internal.crypto;

import dev.membrane.spi.store.StoreUnavailableException;
import dev.membrane.store.jdbc.crypto.KeyRing;
import dev.membrane.store.jdbc.crypto.KeyRow;
import dev.membrane.store.jdbc.crypto.Rewrapping;
import dev.membrane.store.jdbc.internal.session.SqlCodes;
import dev.membrane.store.postgres.internal.database.Database;
import dev.membrane.store.postgres.internal.database.HeldConnection;
import dev.membrane.store.postgres.internal.database.TextEncoding;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The table of data keys. It has a connection of its own, since it is asked while the others are
 * read or written. A new key is stored at once, whatever becomes of what it was made for: of those
 * that several nodes make for one scope the first stands. Safe for use by many threads.
 */
public abstract class DataKeyTable implements KeyRing.KeySource, AutoCloseable {

  private static final String COLUMNS =
      "SELECT id, coalesce(long_scope, scope), wrapped FROM data_key WHERE ";

  private static final String BY_ID = COLUMNS + "id = ?";

  // Who changes the key of the database has the row to the end of its transaction.
  private static final String STORE_FOR_UPDATE = COLUMNS + "id = ? FOR UPDATE";

  private static final String AFTER = COLUMNS + "id > ? ORDER BY id LIMIT ?";

  private static final String BY_SCOPE = COLUMNS + "scope = ?";

  private static final String LAST = "SELECT nextval('data_key_number') - 1";

  private static final String ADD =
      """
      INSERT INTO data_key (id, scope, long_scope, wrapped) VALUES (?, ?, ?, ?)
      ON CONFLICT (scope) DO NOTHING
      """;

  // A key that is wrapped by one that others have changed must not come into the table.
  private static final String ADD_IF_STILL =
      """
      INSERT INTO data_key (id, scope, long_scope, wrapped)
      SELECT ?, ?, ?, ? FROM (
        SELECT 1 FROM data_key WHERE id = 1 AND wrapped = ? FOR SHARE) AS unchanged
      ON CONFLICT (scope) DO NOTHING
      """;

  private static final String REWRAP = "UPDATE data_key SET wrapped = ? WHERE id = ?";

  private static final int PAGE = 1_000;

  private final Database database;
  private final HeldConnection held;

  DataKeyTable(Database database) {
    this.database = database;
    this.held = new HeldConnection(database, "the data keys");
  }

  /** Asks the database of the keys, or changes it, in a way that may be done twice. */
  protected final <T> @Nullable T with(HeldConnection.ConnectionWork<T> work) {
    return held.with(work);
  }

  /** The key of the store; null if there is none. */
  static @Nullable KeyRow ofStore(Connection connection) throws SQLException {
    return Database.first(connection, DataKeyTable::read, BY_ID, KeyRow.STORE);
  }

  /** Adds the key of a new store. */
  public static void add(Connection connection, KeyRow row) throws SQLException {
    String scope = row.scope();
    Database.update(
        connection,
        ADD,
        row.id(),
        TextEncoding.key(scope),
        TextEncoding.beyondKey(scope),
        row.wrapped());
  }

  @Override
  public @Nullable KeyRow byId(int id) {
    return with(open -> Database.first(open, DataKeyTable::read, BY_ID, id));
  }

  /** A scope as tables of scopes have it is the short form, as others have it the whole. */
  @Override
  public @Nullable KeyRow byScope(String scope) {
    String key = TextEncoding.isCut(scope) ? scope : TextEncoding.key(scope);
    return with(open -> Database.first(open, DataKeyTable::read, BY_SCOPE, key));
  }

  /** The number after it was given to nobody, and nobody else will be given it. */
  @Override
  public int last() {
    Integer last = with(open -> Database.first(open, row -> row.getInt(1), LAST));
    return last == null ? 0 : last;
  }

  @Override
  public @Nullable KeyRow store(KeyRow made, KeyRow ofStore) {
    String key = TextEncoding.key(made.scope());
    String beyond = TextEncoding.beyondKey(made.scope());
    @Nullable KeyRow there =
        with(
            open -> {
              Database.update(
                  open, ADD_IF_STILL, made.id(), key, beyond, made.wrapped(), ofStore.wrapped());
              return Database.first(open, DataKeyTable::read, BY_SCOPE, key);
            });
    if (there == null) {
      throw KeyRing.changedElsewhere();
    }
    return there;
  }

  @Override
  public List<KeyRow> after(int id, int limit) {
    return Objects.requireNonNull(with(open -> after(open, id, limit)));
  }

  private static List<KeyRow> after(Connection connection, int id, int limit) throws SQLException {
    return Database.all(connection, DataKeyTable::read, AFTER, id, limit);
  }

  /** On a connection that may take longer; new keys of all nodes wait meanwhile. */
  @Override
  public KeyRow rewrap(Rewrapping rewrapping) {
    try (Connection patient = database.transactions()) {
      KeyRow ofStore =
          Objects.requireNonNull(
              Database.first(patient, DataKeyTable::read, STORE_FOR_UPDATE, KeyRow.STORE),
              "the store's key");
      if (!rewrapping.isNeeded(ofStore)) {
        return ofStore;
      }
      List<KeyRow> page = after(patient, 0, PAGE);
      while (!page.isEmpty()) {
        rewrap(patient, page, rewrapping);
        page = after(patient, page.get(page.size() - 1).id(), PAGE);
      }
      patient.commit();
      return rewrapping.of(ofStore);
    } catch (SQLException failure) {
      throw new StoreUnavailableException(
          "the data keys cannot be written", SqlCodes.of(failure), failure);
    }
  }

  private static void rewrap(Connection connection, List<KeyRow> page, Rewrapping rewrapping)
      throws SQLException {
    try (PreparedStatement statement = connection.prepareStatement(REWRAP)) {
      for (KeyRow row : page) {
        statement.setString(1, rewrapping.of(row).wrapped());
        statement.setInt(2, row.id());
        statement.addBatch();
      }
      statement.executeBatch();
    }
  }

  private static KeyRow read(ResultSet row) throws SQLException {
    return KeyRow.read(row.getInt(1), row.getString(2), row.getString(3));
  }

  @Override
  public void close() {
    held.close();
  }
}
