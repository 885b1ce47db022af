package dev.membrane.store.jdbc.internal.table;

import dev.membrane.spi.commit.Key;
import dev.membrane.store.jdbc.crypto.StoreCipher;
import dev.membrane.store.jdbc.internal.dialect.Dialect;
import dev.membrane.store.jdbc.internal.dialect.ReadTransaction;
import dev.membrane.store.jdbc.internal.row.RowHash;
import dev.membrane.store.jdbc.internal.session.WriteTransaction;
import dev.membrane.store.jdbc.internal.session.WriteTransaction.Conflict;
import dev.membrane.store.jdbc.internal.session.WriteTransaction.WriteGroup;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Unique names. */
public final class KeyTable {

  /** What {@link #read} needs, of the row {@code k}. */
  public static final String COLUMNS = "{text k.name}, k.value, k.owner";

  /** The column of values, which may be encrypted; the name stands for the row. */
  private static final String VALUE = "key.value";

  private static final String FIND = "SELECT " + COLUMNS + " FROM key k WHERE k.name {in names}";

  private static final String PAGE =
      "SELECT "
          + COLUMNS
          + " FROM key k WHERE k.name > :after AND k.name < :end ORDER BY k.name LIMIT :limit";

  /** Sorts after every character of a name. */
  private static final char LAST = '\uffff';

  private static final String ADD =
      """
      INSERT INTO key ({columns name}, value, owner, row_hash) VALUES ({values name}, ?, ?, ?)
      ON CONFLICT DO NOTHING
      """;

  private static final String REMOVE =
      "DELETE FROM key WHERE name = ? AND value = ? AND owner IS NOT DISTINCT FROM CAST(? AS text)";

  private static final String REMOVE_OWNED = "DELETE FROM key WHERE owner = ?";

  private KeyTable() {}

  /** Those of some keys that there are. */
  public static List<Key> find(ReadTransaction rows, Collection<String> names) throws SQLException {
    Dialect dialect = rows.dialect();
    return rows.all(
        row -> read(row, dialect),
        FIND,
        Map.of("names", dialect.texts(names.stream().map(name -> key(dialect, name)).toList())));
  }

  /** Keys by the beginning of their names, in order. */
  public static List<Key> page(ReadTransaction rows, String prefix, String after, int limit)
      throws SQLException {
    Dialect dialect = rows.dialect();
    String last = after.isEmpty() ? prefix : key(dialect, after);
    return rows.all(
        row -> read(row, dialect),
        PAGE,
        Map.of("after", last, "end", prefix + LAST, "limit", limit));
  }

  public static Key read(ResultSet row, Dialect dialect) throws SQLException {
    @Nullable String owner = row.getString(3);
    StoreCipher cipher = dialect.cipher();
    String name = cipher.ofName(dialect.plain(row.getString(1)));
    return new Key(
        name,
        dialect.plain(cipher.ofFixed(VALUE, name, row.getString(2))),
        owner == null ? null : dialect.plain(owner));
  }

  public static void add(WriteTransaction sql, Key key) throws SQLException {
    Dialect dialect = sql.dialect();
    Object[] columns =
        WriteTransaction.flat(
            dialect.columns(dialect.cipher().name(key.name())),
            value(dialect, key.name(), key.value()),
            owner(dialect, key.owner()));
    sql.expect(
        WriteGroup.KEY,
        () -> conflict(sql, key, "none"),
        ADD,
        WriteTransaction.flat(Arrays.asList(columns), RowHash.of(columns)));
  }

  public static void remove(WriteTransaction sql, Key key) throws SQLException {
    Dialect dialect = sql.dialect();
    sql.expect(
        WriteGroup.KEY,
        () -> conflict(sql, key, text(key)),
        REMOVE,
        key(dialect, key.name()),
        value(dialect, key.name(), key.value()),
        owner(dialect, key.owner()));
  }

  public static void removeOwnedBy(WriteTransaction sql, String id) throws SQLException {
    sql.later(WriteGroup.KEY, REMOVE_OWNED, sql.dialect().column(id));
  }

  private static String conflict(WriteTransaction sql, Key key, String expected)
      throws SQLException {
    Optional<Key> found = find(sql, List.of(key.name())).stream().findFirst();
    return Conflict.of("key " + key.name(), expected, found.map(KeyTable::text));
  }

  private static String text(Key key) {
    return key.owner() == null ? key.value() : key.value() + " of record " + key.owner();
  }

  static String key(Dialect dialect, String name) {
    return dialect.key(dialect.cipher().name(name));
  }

  static String value(Dialect dialect, String name, String value) {
    return dialect.cipher().fixed(VALUE, name, dialect.column(value));
  }

  static @Nullable String owner(Dialect dialect, @Nullable String owner) {
    return owner == null ? null : dialect.column(owner);
  }
}
