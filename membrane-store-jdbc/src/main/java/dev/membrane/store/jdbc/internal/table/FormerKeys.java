package dev.membrane.store.jdbc.internal.table;

import dev.membrane.schema.Timestamps;
import dev.membrane.spi.commit.Change;
import dev.membrane.spi.commit.Changeset;
import dev.membrane.spi.commit.HistorySteps;
import dev.membrane.spi.commit.Key;
import dev.membrane.store.jdbc.internal.dialect.Dialect;
import dev.membrane.store.jdbc.internal.dialect.ReadTransaction;
import dev.membrane.store.jdbc.internal.row.RowHash;
import dev.membrane.store.jdbc.internal.session.WriteTransaction;
import dev.membrane.store.jdbc.internal.session.WriteTransaction.WriteGroup;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.Arrays;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The former values of keys. Each was there until a commit; without a value, there was no such key.
 * Stateless and thread-safe.
 */
public final class FormerKeys {

  private static final String OWNED =
      "SELECT " + KeyTable.COLUMNS + " FROM key k WHERE k.owner {in owners}";

  /** A state that ends before another one did was never seen: the clock was set back. */
  private static final String KEEP =
      """
      INSERT INTO former_key ({columns name}, until, value, owner, row_hash)
      SELECT {values name}, ?, ?, ?, ?
      WHERE NOT EXISTS (SELECT 1 FROM former_key f WHERE f.name = ? AND f.until >= ?)
      ON CONFLICT DO NOTHING
      """;

  private static final String ERASE = "DELETE FROM former_key WHERE name = ?";

  private static final String ERASE_OWNED = "DELETE FROM former_key WHERE owner = ?";

  /** Of each key the first value that ended later, or else the present one. */
  private static final String AT =
      "SELECT "
          + KeyTable.COLUMNS
          + """
           FROM key k
          WHERE k.name {in names}
            AND NOT EXISTS (SELECT 1 FROM former_key f WHERE f.name = k.name AND f.until > :at)
          UNION ALL
          SELECT {text f.name}, f.value, f.owner
          FROM {list names} {join} former_key f ON f.name = names.value
          WHERE f.value IS NOT NULL AND f.until = (
            SELECT min(l.until) FROM former_key l WHERE l.name = names.value AND l.until > :at)
          """;

  private FormerKeys() {}

  /**
   * What ends.
   *
   * @param value null: there was no such key
   * @param owner of the key, or of the one that comes
   */
  public record FormerKey(String name, @Nullable String value, @Nullable String owner) {

    /** Reads {@code name, value, owner} where nothing is encrypted. */
    public static FormerKey read(ResultSet row, Dialect dialect) throws SQLException {
      @Nullable String value = row.getString(2);
      @Nullable String owner = row.getString(3);
      return new FormerKey(
          dialect.plain(row.getString(1)),
          value == null ? null : dialect.plain(value),
          owner == null ? null : dialect.plain(owner));
    }

    static FormerKey of(Key key) {
      return new FormerKey(key.name(), key.value(), key.owner());
    }

    static FormerKey before(Key added) {
      return new FormerKey(added.name(), null, added.owner());
    }
  }

  /** Before any other step: keeps what a changeset ends, or removes what it erases. */
  public static void end(WriteTransaction sql, Changeset changeset, SharedChanges shared)
      throws SQLException {
    HistorySteps steps = changeset.history();
    if (steps.erased().isErasure()) {
      erase(sql, changeset.keysRemoved().stream().map(Key::name).toList(), shared);
      erase(sql, steps.erased().keys(), shared);
    }
    Instant at = steps.at();
    if (at != null) {
      for (FormerKey key : ended(sql, changeset)) {
        keep(sql, key, Timestamps.toEpochMicros(at));
      }
    }
  }

  private static void erase(WriteTransaction sql, List<String> names, SharedChanges shared)
      throws SQLException {
    for (String name : names) {
      sql.later(WriteGroup.VERSION, ERASE, KeyTable.key(sql.dialect(), name));
      shared.delete();
    }
  }

  private static Collection<FormerKey> ended(WriteTransaction sql, Changeset changeset)
      throws SQLException {
    HistorySteps steps = changeset.history();
    Map<String, FormerKey> ended = new LinkedHashMap<>();
    for (Key key : changeset.keysRemoved()) {
      if (steps.keepsKey(key.name())) {
        ended.put(key.name(), FormerKey.of(key));
      }
    }
    for (Key key : changeset.keysAdded()) {
      if (steps.keepsKey(key.name())) {
        ended.putIfAbsent(key.name(), FormerKey.before(key));
      }
    }
    for (Key key : ownedBy(sql, pruned(changeset))) {
      if (steps.keepsKey(key.name())) {
        ended.putIfAbsent(key.name(), FormerKey.of(key));
      }
    }
    return ended.values();
  }

  private static List<String> pruned(Changeset changeset) {
    return changeset.changes().stream()
        .filter(change -> change instanceof Change.Delete delete && delete.keepsVersions())
        .map(Change::id)
        .toList();
  }

  private static List<Key> ownedBy(WriteTransaction sql, List<String> ids) throws SQLException {
    Dialect dialect = sql.dialect();
    return ids.isEmpty()
        ? List.of()
        : sql.all(
            row -> KeyTable.read(row, dialect),
            OWNED,
            Map.of("owners", dialect.texts(ids.stream().map(dialect::column).toList())));
  }

  /**
   * Keeps one, unless another one of its name has ended then or later.
   *
   * @param until in microseconds
   */
  public static void keep(WriteTransaction sql, FormerKey key, long until) throws SQLException {
    Dialect dialect = sql.dialect();
    String name = dialect.cipher().name(key.name());
    @Nullable Object[] columns =
        WriteTransaction.flat(
            dialect.columns(name),
            until,
            key.value() == null ? null : KeyTable.value(dialect, key.name(), key.value()),
            KeyTable.owner(dialect, key.owner()));
    sql.later(
        WriteGroup.VERSION,
        KEEP,
        Arrays.asList(columns),
        RowHash.of(columns),
        dialect.key(name),
        until);
  }

  /** Removes those that belong to a record. */
  public static void removeOwnedBy(WriteTransaction sql, String id) throws SQLException {
    sql.later(WriteGroup.VERSION, ERASE_OWNED, sql.dialect().column(id));
  }

  /** Those of some keys that were there at an instant. */
  public static List<Key> at(ReadTransaction rows, Instant at, Collection<String> names)
      throws SQLException {
    Dialect dialect = rows.dialect();
    return rows.all(
        row -> KeyTable.read(row, dialect),
        AT,
        Map.of("names", names(dialect, names), "at", Timestamps.toEpochMicros(at)));
  }

  private static Object names(Dialect dialect, Collection<String> names) {
    return dialect.texts(
        names.stream().distinct().map(name -> KeyTable.key(dialect, name)).toList());
  }
}
