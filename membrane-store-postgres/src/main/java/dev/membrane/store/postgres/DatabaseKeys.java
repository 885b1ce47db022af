package dev.membrane.store.postgres;

import dev.membrane.spi.StoreUnavailableException;
import dev.membrane.store.jdbc.crypto.KeyRing;
import dev.membrane.store.jdbc.crypto.KeyRow;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/**
 * The table of data keys. It has a connection of its own, since it is asked while the others are
 * read or written. A new key is stored at once, whatever becomes of what it was made for: of those
 * that several nodes make for one scope the first stands. Safe for use by many threads.
 */
final class DatabaseKeys implements KeyRing.Source, AutoCloseable {

  private static final String COLUMNS =
      "SELECT id, coalesce(long_scope, scope), wrapped FROM data_key WHERE ";

  private static final String BY_ID = COLUMNS + "id = ?";

  private static final String BY_SCOPE = COLUMNS + "scope = ?";

  private static final String LAST = "SELECT nextval('data_key_number') - 1";

  private static final String ADD =
      """
      INSERT INTO data_key (id, scope, long_scope, wrapped) VALUES (?, ?, ?, ?)
      ON CONFLICT (scope) DO NOTHING
      """;

  private final Database database;
  private @Nullable Connection connection;

  DatabaseKeys(Database database) {
    this.database = database;
  }

  /** The key of the store; null if nothing is encrypted. */
  static @Nullable KeyRow ofStore(Connection connection) throws SQLException {
    return row(connection, BY_ID, KeyRow.STORE);
  }

  /** Adds a key, unless its scope has one. */
  static void add(Connection connection, KeyRow row) throws SQLException {
    try (PreparedStatement statement = connection.prepareStatement(ADD)) {
      statement.setInt(1, row.id());
      statement.setString(2, Texts.key(row.scope()));
      statement.setString(3, Texts.beyondKey(row.scope()));
      statement.setString(4, row.wrapped());
      statement.executeUpdate();
    }
  }

  @Override
  public @Nullable KeyRow byId(int id) {
    return with(open -> row(open, BY_ID, id));
  }

  /** A scope as tables of scopes have it is the short form, as others have it the whole. */
  @Override
  public @Nullable KeyRow byScope(String scope) {
    String key = Texts.isCut(scope) ? scope : Texts.key(scope);
    return with(open -> row(open, BY_SCOPE, key));
  }

  /** The number after it was given to nobody, and nobody else will be given it. */
  @Override
  public int last() {
    Integer last = with(DatabaseKeys::drawn);
    return last == null ? 0 : last;
  }

  @Override
  public @Nullable KeyRow store(KeyRow made) {
    return with(
        open -> {
          add(open, made);
          return row(open, BY_SCOPE, Texts.key(made.scope()));
        });
  }

  private static @Nullable KeyRow row(Connection connection, String query, Object value)
      throws SQLException {
    try (PreparedStatement statement = connection.prepareStatement(query)) {
      statement.setObject(1, value);
      try (ResultSet row = statement.executeQuery()) {
        return row.next() ? new KeyRow(row.getInt(1), row.getString(2), row.getString(3)) : null;
      }
    }
  }

  private static @Nullable Integer drawn(Connection connection) throws SQLException {
    try (PreparedStatement statement = connection.prepareStatement(LAST);
        ResultSet row = statement.executeQuery()) {
      return row.next() ? (Integer) row.getInt(1) : null;
    }
  }

  private interface Work<T> {
    @Nullable T with(Connection open) throws SQLException;
  }

  /** A connection that has gone stale is replaced once. */
  private synchronized <T> @Nullable T with(Work<T> work) {
    boolean isKnown = connection != null;
    try {
      return work.with(open());
    } catch (SQLException failure) {
      close();
      if (isKnown && SqlStates.isConnectionLost(failure)) {
        return with(work);
      }
      throw new StoreUnavailableException("the data keys cannot be read", failure);
    }
  }

  private Connection open() throws SQLException {
    Connection open = connection;
    if (open == null) {
      open = database.writing();
      connection = open;
      open.setAutoCommit(true);
    }
    return open;
  }

  @Override
  public synchronized void close() {
    Connection open = connection;
    connection = null;
    try {
      if (open != null) {
        open.close();
      }
    } catch (SQLException broken) {
      throw new StoreUnavailableException("the data keys cannot be closed", broken);
    }
  }
}
