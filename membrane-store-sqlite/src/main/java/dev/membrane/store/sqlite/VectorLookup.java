package dev.membrane.store.sqlite;

import dev.membrane.store.jdbc.StoredVector;
import java.sql.SQLException;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;

/** Reads the vectors of records. */
record VectorLookup(Sql sql, RowCache<Long, StoredVector>.CacheView cache) {

  private static final String ROWS =
      """
      SELECT %s
      FROM json_each(?) r
      CROSS JOIN memory m ON m.rid = r.value
      CROSS JOIN embedding e ON e.space = m.space AND e.rid = m.rid
      """
          .formatted(StoredVector.COLUMNS);

  /** Those that some rows have. */
  Collection<StoredVector> of(Collection<Long> rids) throws SQLException {
    return cache.rows(rids, this::read);
  }

  /** As they are in the file. */
  Map<Long, StoredVector> read(Collection<Long> rids) throws SQLException {
    Map<Long, StoredVector> rows = new HashMap<>();
    sql.all(row -> StoredVector.read(row, sql.dialect().cipher()), ROWS, rids.toString())
        .forEach(row -> rows.put(row.rid(), row));
    return rows;
  }
}
