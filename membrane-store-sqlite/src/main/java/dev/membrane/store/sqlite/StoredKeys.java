package dev.membrane.store.sqlite;

import dev.membrane.spi.StoreUnavailableException;
import dev.membrane.store.jdbc.crypto.KeyEncryptionKey;
import dev.membrane.store.jdbc.crypto.KeyRing;
import dev.membrane.store.jdbc.crypto.KeyRow;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The table of data keys. It is read by a connection of its own, since it is asked while the others
 * are read or written. Safe for use by many threads.
 */
final class StoredKeys implements KeyRing.Source, AutoCloseable {

  private static final String COLUMNS = "SELECT id, scope, wrapped FROM data_key WHERE ";

  private static final String BY_ID = COLUMNS + "id = ?";

  private static final String BY_SCOPE = COLUMNS + "scope = ?";

  private static final String LAST = "SELECT coalesce(max(id), 0) FROM data_key";

  // What is not known to be committed is written again.
  private static final String SAVE =
      "INSERT INTO data_key (id, scope, wrapped) VALUES (?, ?, ?) ON CONFLICT DO NOTHING";

  private static final String AFTER = COLUMNS + "id > ? ORDER BY id LIMIT ?";

  private static final String REWRAP = "UPDATE data_key SET wrapped = ? WHERE id = ?";

  private static final int PAGE = 1_000;

  private final Connections connections;
  private @Nullable Sql sql;

  StoredKeys(Connections connections) {
    this.connections = connections;
  }

  /** The key of the store; null if nothing is encrypted. */
  static @Nullable KeyRow ofStore(Sql sql) throws SQLException {
    return sql.first(StoredKeys::row, BY_ID, KeyRow.STORE);
  }

  static void save(Sql sql, List<KeyRow> rows) throws SQLException {
    for (KeyRow row : rows) {
      sql.update(SAVE, row.id(), row.scope(), row.wrapped());
    }
  }

  /** Wraps all keys with another key; answers how many there are. */
  static long rewrap(Sql sql, KeyEncryptionKey before, KeyEncryptionKey after) throws SQLException {
    long done = 0;
    List<KeyRow> page = sql.all(StoredKeys::row, AFTER, 0, PAGE);
    while (!page.isEmpty()) {
      for (KeyRow row : page) {
        sql.update(REWRAP, after.rewrap(row, before).wrapped(), row.id());
      }
      done += page.size();
      page = sql.all(StoredKeys::row, AFTER, page.get(page.size() - 1).id(), PAGE);
    }
    return done;
  }

  @Override
  public @Nullable KeyRow byId(int id) {
    return read(rows -> rows.first(StoredKeys::row, BY_ID, id));
  }

  @Override
  public @Nullable KeyRow byScope(String scope) {
    return read(rows -> rows.first(StoredKeys::row, BY_SCOPE, scope));
  }

  @Override
  public int last() {
    Integer last = read(rows -> rows.first(row -> row.getInt(1), LAST));
    return last == null ? 0 : last;
  }

  private static KeyRow row(ResultSet row) throws SQLException {
    return new KeyRow(row.getInt(1), row.getString(2), row.getString(3));
  }

  private interface Reading<T> {
    @Nullable T from(Sql sql) throws SQLException;
  }

  private synchronized <T> @Nullable T read(Reading<T> reading) {
    try {
      Sql open = sql;
      if (open == null) {
        open = new Sql(connections.reading());
        sql = open;
      }
      return reading.from(open);
    } catch (SQLException failure) {
      close();
      throw new StoreUnavailableException("the data keys cannot be read", failure);
    }
  }

  @Override
  public synchronized void close() {
    Sql open = sql;
    sql = null;
    try {
      if (open != null) {
        open.close();
      }
    } catch (SQLException broken) {
      throw new StoreUnavailableException("the data keys cannot be closed", broken);
    }
  }
}
