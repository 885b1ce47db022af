package dev.membrane.store.sqlite;

import dev.membrane.spi.ConflictException;
import dev.membrane.spi.Key;
import dev.membrane.store.jdbc.RowHash;
import java.sql.SQLException;
import java.util.Collection;
import java.util.List;
import org.jdbi.v3.core.Handle;
import org.jspecify.annotations.Nullable;

/** Unique names. */
final class KeyTable {

  private static final String FIND =
      """
      SELECT k.name, k.value, k.owner FROM json_each(:names) n CROSS JOIN key k ON k.name = n.value
      """;

  private static final String ADD =
      "INSERT INTO key (name, value, owner, row_hash) VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING";

  private static final String REMOVE =
      "DELETE FROM key WHERE name = ? AND value = ? AND owner IS ?";

  private static final String REMOVE_OWNED = "DELETE FROM key WHERE owner = ?";

  private KeyTable() {}

  static List<Key> find(Handle handle, Collection<String> names) {
    return handle
        .createQuery(FIND)
        .bind("names", JsonTexts.distinct(names))
        .map(
            (row, context) ->
                new Key(row.getString("name"), row.getString("value"), row.getString("owner")))
        .list();
  }

  static void add(Sql sql, Key key) throws SQLException {
    String hash = hash(key.name(), key.value(), key.owner());
    if (sql.update(ADD, key.name(), key.value(), key.owner(), hash) == 0) {
      throw new ConflictException("key is taken: " + key.name());
    }
  }

  static void remove(Sql sql, Key key) throws SQLException {
    if (sql.update(REMOVE, key.name(), key.value(), key.owner()) == 0) {
      throw new ConflictException("key is not as seen: " + key.name());
    }
  }

  /** What a row says of itself. */
  static String hash(String name, String value, @Nullable String owner) {
    return RowHash.of(name, value, owner);
  }

  static void removeOwnedBy(Sql sql, String id) throws SQLException {
    sql.update(REMOVE_OWNED, id);
  }
}
