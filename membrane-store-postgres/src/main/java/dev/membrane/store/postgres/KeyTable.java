package dev.membrane.store.postgres;

import dev.membrane.spi.Key;
import dev.membrane.store.jdbc.RowHash;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jdbi.v3.core.Handle;
import org.jspecify.annotations.Nullable;

/** Unique names. */
final class KeyTable {

  private static final String FIND = "SELECT name, value, owner FROM key WHERE name = ANY (:names)";

  private static final String ADD =
      """
      INSERT INTO key (name, long_name, value, owner, row_hash) VALUES (?, ?, ?, ?, ?)
      ON CONFLICT DO NOTHING
      """;

  private static final String REMOVE =
      "DELETE FROM key WHERE name = ? AND value = ? AND owner IS NOT DISTINCT FROM CAST(? AS text)";

  private static final String REMOVE_OWNED = "DELETE FROM key WHERE owner = ?";

  private KeyTable() {}

  static List<Key> find(Handle handle, Collection<String> names) {
    Map<String, String> namesByKey = new HashMap<>();
    names.forEach(name -> namesByKey.put(Texts.key(name), name));
    return handle
        .createQuery(FIND)
        .bindArray("names", String.class, namesByKey.keySet())
        .map(
            (row, context) -> {
              String key = row.getString(1);
              String owner = row.getString(3);
              return new Key(
                  namesByKey.getOrDefault(key, key),
                  Texts.plain(row.getString(2)),
                  owner == null ? null : Texts.plain(owner));
            })
        .list();
  }

  static void add(Sql sql, Key key) {
    String name = Texts.key(key.name());
    String longName = Texts.beyondKey(key.name());
    String value = Texts.escaped(key.value());
    String owner = Texts.escapedOrNull(key.owner());
    sql.expect(
        Sql.Group.KEY,
        "key is taken: " + key.name(),
        ADD,
        name,
        longName,
        value,
        owner,
        hash(name, longName, value, owner));
  }

  /** What a row says of itself. */
  static String hash(String name, @Nullable String longName, String value, @Nullable String owner) {
    return RowHash.of(name, longName, value, owner);
  }

  static void remove(Sql sql, Key key) {
    sql.expect(
        Sql.Group.KEY,
        "key is not as seen: " + key.name(),
        REMOVE,
        Texts.key(key.name()),
        Texts.escaped(key.value()),
        Texts.escapedOrNull(key.owner()));
  }

  static void removeOwnedBy(Sql sql, String id) {
    sql.later(Sql.Group.KEY, REMOVE_OWNED, Texts.escaped(id));
  }
}
