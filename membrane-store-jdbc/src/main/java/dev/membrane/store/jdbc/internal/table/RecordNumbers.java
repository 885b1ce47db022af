package dev.membrane.store.jdbc.internal.table;

import dev.membrane.store.jdbc.internal.dialect.Dialect;
import dev.membrane.store.jdbc.internal.dialect.ReadTransaction;
import java.sql.SQLException;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** The numbers of records, by which most tables know them, of those gone, too. */
public final class RecordNumbers {

  private static final String OF_IDS =
      """
      SELECT m.rid, {text m.id} FROM memory m WHERE m.id {in ids}
      UNION ALL
      SELECT t.rid, {text t.id} FROM tombstone t WHERE t.id {in ids}
      """;

  private RecordNumbers() {}

  /** The number of a record, 0 for an empty id; null for one that was never used. */
  public static @Nullable Long of(ReadTransaction rows, String id) throws SQLException {
    return id.isEmpty()
        ? (Long) 0L
        : of(rows, List.of(id)).keySet().stream().findFirst().orElse(null);
  }

  /** The ids of those that there are or were, by their numbers. */
  public static SortedMap<Long, String> of(ReadTransaction rows, Collection<String> ids)
      throws SQLException {
    SortedMap<Long, String> found = new TreeMap<>();
    Dialect dialect = rows.dialect();
    rows.each(
        row -> found.put(row.getLong(1), dialect.plain(row.getString(2))),
        OF_IDS,
        Map.of("ids", dialect.keys(ids)));
    return found;
  }
}
