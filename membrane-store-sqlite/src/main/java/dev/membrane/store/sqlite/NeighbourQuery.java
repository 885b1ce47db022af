package dev.membrane.store.sqlite;

import dev.membrane.spi.Filter;
import dev.membrane.spi.Hit;
import dev.membrane.spi.Neighbours;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Finds what arrived next to records: two steps in the index of each space alike. */
final class NeighbourQuery {

  private static final String BESIDE =
      """
      (SELECT %s((SELECT %s(n.rid) FROM memory n INDEXED BY arrival_by_space
                  WHERE n.space = l.id AND n.rid %s m.rid))
       FROM space l
       WHERE l.whole = 0 AND l.scope = m.scope AND l.level <= ?1 AND l.type = m.type
         AND (?2 OR NOT l.retired))
      """;

  private static final String FIND =
      """
      SELECT m.id, m.rid, %s, %s
      FROM json_each(?3) i CROSS JOIN memory m ON m.id = i.value CROSS JOIN space s ON s.id = m.space
      WHERE s.level <= ?1 AND (?2 OR NOT s.retired)
        AND (?4 OR s.scope IN (SELECT value FROM json_each(?5)))
        AND s.type IN (SELECT value FROM json_each(?6))
      """
          .formatted(BESIDE.formatted("max", "max", "<"), BESIDE.formatted("min", "min", ">"));

  private record Found(String id, long rid, @Nullable Long before, @Nullable Long after) {}

  private NeighbourQuery() {}

  static List<Neighbours> read(
      Sql sql, RowCache<Long, LookedUp>.View cache, Filter filter, Collection<String> ids)
      throws SQLException {
    List<Found> found =
        sql.all(
            NeighbourQuery::found,
            FIND,
            filter.visibility().ceiling().level(),
            filter.retiredToo(),
            JsonTexts.distinct(ids),
            VisibleSpaces.whole(filter.visibility()),
            VisibleSpaces.scopes(filter.visibility()),
            JsonTexts.distinct(VisibleSpaces.types(filter)));
    Set<Long> rids = new LinkedHashSet<>();
    for (Found one : found) {
      rids.add(one.rid());
      add(one.before(), rids);
      add(one.after(), rids);
    }
    Map<Long, Hit> hits = new Lookup(sql, cache, filter).hits(rids);
    List<Neighbours> neighbours = new ArrayList<>();
    for (Found one : found) {
      Hit itself = hits.get(one.rid());
      if (itself != null) {
        neighbours.add(
            new Neighbours(
                one.id(), itself.length(), get(one.before(), hits), get(one.after(), hits)));
      }
    }
    return neighbours;
  }

  private static void add(@Nullable Long rid, Set<Long> rids) {
    if (rid != null) {
      rids.add(rid);
    }
  }

  private static @Nullable Hit get(@Nullable Long rid, Map<Long, Hit> hits) {
    return rid == null ? null : hits.get(rid);
  }

  private static Found found(ResultSet row) throws SQLException {
    return new Found(row.getString(1), row.getLong(2), nullable(row, 3), nullable(row, 4));
  }

  private static @Nullable Long nullable(ResultSet row, int column) throws SQLException {
    long value = row.getLong(column);
    return row.wasNull() ? null : (Long) value;
  }
}
