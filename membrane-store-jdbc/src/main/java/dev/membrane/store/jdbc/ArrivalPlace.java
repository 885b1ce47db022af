package dev.membrane.store.jdbc;

import java.sql.SQLException;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The places of records in the order of arrival, those of deleted ones too. */
final class ArrivalPlace {

  private static final String FIND =
      """
      SELECT rid FROM memory WHERE id = :id
      UNION ALL SELECT rid FROM tombstone WHERE id = :id
      """;

  private ArrivalPlace() {}

  /** The number of a record, 0 for an empty id; null for one that was never used. */
  static @Nullable Long of(Rows rows, String id) throws SQLException {
    if (id.isEmpty()) {
      return 0L;
    }
    return rows.all(row -> row.getLong(1), FIND, Map.of("id", rows.dialect().key(id))).stream()
        .findFirst()
        .orElse(null);
  }
}
