package dev.membrane.store.jdbc;

import dev.membrane.spi.Filter;
import dev.membrane.spi.Visibility;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.Map;

/**
 * Finds the records that are seen in full and have one word of each of some lists, in the order of
 * arrival.
 */
final class MarkedQuery {

  private static final String IDS =
      """
      SELECT {text s.id}
      FROM {list rids} {join} memory s ON s.rid = rids.value
      ORDER BY s.rid
      """;

  private MarkedQuery() {}

  static List<String> ids(
      ReadTransaction rows,
      Visibility visibility,
      List<List<String>> words,
      String after,
      int limit)
      throws SQLException {
    Filter filter = Filter.of(visibility, Instant.EPOCH).withRetired(true);
    Long place = RecordNumbers.of(rows, after);
    List<Space> spaces = VisibleSpaces.of(rows, filter).full();
    if (place == null || spaces.isEmpty()) {
      return List.of();
    }
    Dialect dialect = rows.dialect();
    List<Long> rids = dialect.wordIndex().recordsWithOneOfEach(rows, words, spaces, place, limit);
    return rows.all(
        row -> dialect.plain(row.getString(1)), IDS, Map.of("rids", dialect.numbers(rids)));
  }
}
