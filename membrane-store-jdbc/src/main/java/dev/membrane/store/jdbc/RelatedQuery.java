package dev.membrane.store.jdbc;

import dev.membrane.schema.MemoryType;
import dev.membrane.spi.Filter;
import dev.membrane.spi.Visibility;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Finds the records that have a relation to one, by the word that stands for it. */
final class RelatedQuery {

  private static final String IDS =
      """
      SELECT {text s.id}
      FROM {list rids} {join} memory s ON s.rid = rids.value
      ORDER BY s.rid
      """;

  private final Rows rows;
  private final Filter filter;
  private final String word;

  RelatedQuery(Rows rows, Visibility visibility, String target) {
    this.rows = rows;
    this.filter =
        new Filter(
            visibility, false, Set.of(MemoryType.values()), true, Set.of(), null, 0, Instant.EPOCH);
    this.word = Words.relation(target);
  }

  List<String> ids(String after, int limit) throws SQLException {
    Long place = ArrivalPlace.of(rows, after);
    List<Space> spaces = VisibleSpaces.of(rows, filter).full();
    if (place == null || spaces.isEmpty()) {
      return List.of();
    }
    Dialect dialect = rows.dialect();
    List<Long> rids = dialect.having(rows.handle(), List.of(word), spaces, place, limit);
    return rows.all(
        row -> dialect.plain(row.getString(1)), IDS, Map.of("rids", dialect.numbers(rids)));
  }
}
