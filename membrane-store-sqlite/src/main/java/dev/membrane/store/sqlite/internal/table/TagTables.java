package dev.membrane.store.sqlite.internal.table;

import static java.util.stream.Collectors.joining;

import dev.membrane.store.jdbc.internal.audit.StoredCheck;
import dev.membrane.store.jdbc.internal.dialect.ReadTransaction;
import dev.membrane.store.jdbc.internal.filter.RecordOrder;
import dev.membrane.store.jdbc.internal.session.WriteTransaction;
import dev.membrane.store.jdbc.internal.table.SpacePosition;
import dev.membrane.store.sqlite.internal.session.Sql;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;

/**
 * The lists of tags, in which a record has a row for each tag, space and order: a table for each
 * order, with the columns of the order between those of the tag and the rid. Records come here from
 * {@link RecentTags}.
 */
public final class TagTables {

  private static final List<TagTables> ALL = RecordOrder.ALL.stream().map(TagTables::new).toList();

  private final RecordOrder order;
  private final String table;
  private final String addRecent;
  private final String remove;
  private final String rows;

  private TagTables(RecordOrder order) {
    String keys = String.join(", ", order.keys());
    this.order = order;
    this.table = "tag_" + order.word();
    this.addRecent =
        """
        INSERT OR REPLACE INTO %1$s (space, tag, %2$s, rid)
        SELECT r.space, r.tag, %2$s, r.rid FROM tag_recent r CROSS JOIN memory m ON m.rid = r.rid
        WHERE m.%3$s IS NOT NULL
        """
            .formatted(table, keys, order.keys().get(0));
    this.remove =
        order.keys().stream()
            .map(key -> " AND " + key + " = ?")
            .collect(joining("", "DELETE FROM " + table + " WHERE space = ? AND tag = ?", ""));
    this.rows = "SELECT space, tag, %s, rid FROM %s".formatted(keys, table);
  }

  /**
   * Adds all records of {@link RecentTags}. A row that stands here by damage must not keep others
   * from being written.
   */
  static void addRecent(Sql sql) throws SQLException {
    for (TagTables table : ALL) {
      sql.update(table.addRecent);
    }
  }

  static void remove(Sql sql, SpacePosition at, List<String> tags) throws SQLException {
    for (TagRow row : rows(at, tags)) {
      sql.update(row.table().remove, WriteTransaction.flat(row.place(), row.keys()));
    }
  }

  /** Removes all rows. */
  static void clear(Sql sql) throws SQLException {
    for (TagTables one : ALL) {
      sql.update("DELETE FROM " + one.table);
    }
  }

  /** Notes the rows that a record must have. */
  public static void expect(SpacePosition at, List<String> tags, StoredCheck check) {
    for (TagRow row : rows(at, tags)) {
      check.tagExpected(
          row.table().table, WriteTransaction.flat(row.place(), row.keys(), at.rid()));
    }
  }

  /** Tells all rows that there are. */
  public static void check(ReadTransaction all, StoredCheck check) throws SQLException {
    for (TagTables one : ALL) {
      all.each(row -> check.tag(one.table, columns(row)), one.rows);
    }
  }

  private record TagRow(TagTables table, List<Object> place, List<Object> keys) {}

  private static List<TagRow> rows(SpacePosition at, List<String> tags) {
    List<TagRow> rows = new ArrayList<>();
    for (TagTables table : ALL) {
      List<Object> keys = at.keys(table.order);
      if (keys != null) {
        for (String tag : tags) {
          at.spaces().forEach(space -> rows.add(new TagRow(table, List.of(space, tag), keys)));
        }
      }
    }
    return rows;
  }

  private static Object[] columns(ResultSet row) throws SQLException {
    Object[] columns = new Object[row.getMetaData().getColumnCount()];
    for (int i = 0; i < columns.length; i++) {
      Object column = row.getObject(i + 1);
      columns[i] = column instanceof Integer number ? (Long) number.longValue() : column;
    }
    return columns;
  }
}
