package dev.membrane.store.sqlite;

import dev.membrane.schema.DecayCurve;
import dev.membrane.schema.ValidationException;
import dev.membrane.spi.Header;
import dev.membrane.spi.UnreadableRecordException;
import dev.membrane.store.sql.HeaderRow;
import dev.membrane.store.sql.SalienceColumns;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Reads what is known of ids: one statement, however many they are. Of a document only the length
 * is looked at, which SQLite knows without reading it.
 */
final class HeaderQuery {

  private static final String HEADERS =
      """
      SELECT m.id, m.scope, m.level, m.type, m.confidence, m.created_at, m.updated_at,
             octet_length(d.doc),
             m.curve, m.half_life, m.min_salience, m.pinned, m.s0, m.t0, m.log2_s0
      FROM json_each(?1) i
      CROSS JOIN memory m ON m.id = i.value
      CROSS JOIN document d ON d.rid = m.rid
      UNION ALL
      SELECT t.id, t.scope, t.level,
             NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL
      FROM json_each(?1) i
      CROSS JOIN tombstone t ON t.id = i.value
      """;

  private static final int TYPE = 4;
  private static final int CURVE = 9;

  private HeaderQuery() {}

  /** The headers of those ids that were ever used, in their order. */
  static List<Header> read(Sql sql, Collection<String> ids, Instant at) throws SQLException {
    Map<String, Header> headers = new HashMap<>();
    sql.all(row -> header(row, at), HEADERS, JsonTexts.distinct(ids))
        .forEach(header -> headers.put(header.id(), header));
    return ids.stream().distinct().map(headers::get).filter(Objects::nonNull).toList();
  }

  private static Header header(ResultSet row, Instant at) throws SQLException {
    String id = row.getString(1);
    String scope = row.getString(2);
    int level = row.getInt(3);
    @Nullable String type = row.getString(TYPE);
    if (type == null) {
      return HeaderRow.deleted(id, scope, level);
    }
    return new HeaderRow.Columns(
            id,
            scope,
            level,
            type,
            row.getDouble(5),
            row.getLong(6),
            row.getLong(7),
            row.getLong(8))
        .header(salience(id, row).at(at));
  }

  private static SalienceColumns salience(String id, ResultSet row) throws SQLException {
    try {
      return new SalienceColumns(
          DecayCurve.of("curve", row.getString(CURVE)),
          row.getLong(CURVE + 1),
          nullable(row, CURVE + 2),
          row.getInt(CURVE + 3) != 0,
          row.getDouble(CURVE + 4),
          row.getLong(CURVE + 5),
          row.getDouble(CURVE + 6));
    } catch (ValidationException damaged) {
      throw new UnreadableRecordException(id, damaged);
    }
  }

  private static @Nullable Double nullable(ResultSet row, int column) throws SQLException {
    double value = row.getDouble(column);
    return row.wasNull() ? null : (Double) value;
  }
}
