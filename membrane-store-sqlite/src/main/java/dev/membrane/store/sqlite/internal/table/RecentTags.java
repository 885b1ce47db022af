package dev.membrane.store.sqlite.internal.table;

import dev.membrane.store.jdbc.internal.dialect.ReadTransaction;
import dev.membrane.store.jdbc.internal.table.SpacePosition;
import dev.membrane.store.sqlite.internal.session.Sql;
import java.sql.SQLException;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * The tags of records that were written lately. Such a record is not yet in the lists of {@link
 * TagTables}, where its places are spread over the file, and a page that changes is written as a
 * whole; here they share a few. When there are many, all go to the lists together. All tags of a
 * record are here, or all are there. For the writer.
 */
public record RecentTags(Sql sql) {

  public static final String TABLE = "tag_recent";

  /** All rows. */
  private static final String ROWS = "SELECT space, tag, rid FROM tag_recent";

  private static final String ADD = "INSERT INTO tag_recent (space, tag, rid) VALUES (?, ?, ?)";

  private static final String REMOVE =
      "DELETE FROM tag_recent WHERE space = ? AND tag = ? AND rid = ?";

  // A reader looks at all that have its tag: at most some thousand, and a part of a small file.
  private static final String ARE_MANY =
      """
      SELECT (SELECT count(*) FROM tag_recent)
        > min(2048, max(16, (SELECT max(rid) FROM memory) / 2))
      """;

  private static final String FORGET = "DELETE FROM tag_recent";

  /** Adds a record. */
  void add(SpacePosition at, List<String> tags) throws SQLException {
    for (String tag : tags) {
      for (Long space : at.spaces()) {
        sql.update(ADD, space, tag, at.rid());
      }
    }
  }

  /** Removes a record from here, or from the lists. */
  void remove(SpacePosition at, List<String> tags) throws SQLException {
    int removed = 0;
    for (String tag : tags) {
      for (Long space : at.spaces()) {
        removed += sql.update(REMOVE, space, tag, at.rid());
      }
    }
    if (removed == 0) {
      TagTables.remove(sql, at, tags);
    }
  }

  /** Has all records go to the lists if they are many. */
  void merge() throws SQLException {
    if (Boolean.TRUE.equals(sql.first(row -> row.getBoolean(1), ARE_MANY))) {
      TagTables.addRecent(sql);
      clear();
    }
  }

  void clear() throws SQLException {
    sql.update(FORGET);
  }

  /** All rows that there are, which are few. */
  public static Set<List<Object>> all(ReadTransaction rows) throws SQLException {
    Set<List<Object>> all = new HashSet<>();
    rows.each(row -> all.add(List.of(row.getLong(1), row.getString(2), row.getLong(3))), ROWS);
    return all;
  }
}
