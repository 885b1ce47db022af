package dev.membrane.store.sqlite.internal.search;

import dev.membrane.store.jdbc.internal.table.StoredVector;
import dev.membrane.store.sqlite.internal.cache.RowCache;
import dev.membrane.store.sqlite.internal.session.Sql;
import java.sql.SQLException;
import java.util.Collection;
import java.util.Map;

/** Reads the vectors of records. */
record VectorLookup(Sql sql, RowCache<Long, StoredVector>.CacheView cache) {

  private static final String ROWS =
      """
      SELECT %s
      FROM json_each(:rids) r
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
    return sql.map(
        row -> row.getLong(1),
        row -> StoredVector.read(row, sql.dialect().cipher()),
        ROWS,
        Map.of("rids", sql.dialect().numbers(rids)));
  }
}
