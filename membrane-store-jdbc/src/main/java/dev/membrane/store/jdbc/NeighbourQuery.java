package dev.membrane.store.jdbc;

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
public final class NeighbourQuery {

  private static final String FIND =
      """
      SELECT {text m.id}, m.rid, {beside before}, {beside after}
      FROM memory m {join} space s ON s.id = m.space
      WHERE m.id {in ids} AND s.level <= :level AND (:retiredToo OR NOT s.retired)
        AND (:whole OR s.scope {in scopes}) AND s.type {in types}
      """;

  private record Found(String id, long rid, @Nullable Long before, @Nullable Long after) {}

  private NeighbourQuery() {}

  /** The neighbours of those records that are visible. */
  public static List<Neighbours> read(
      Rows rows, Lookup lookup, Filter filter, Collection<String> ids) throws SQLException {
    List<Found> found = find(rows, filter, ids);
    Set<Long> rids = new LinkedHashSet<>();
    for (Found one : found) {
      rids.add(one.rid());
      add(one.before(), rids);
      add(one.after(), rids);
    }
    Map<Long, Hit> hits = lookup.hits(rids);
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

  private static List<Found> find(Rows rows, Filter filter, Collection<String> ids)
      throws SQLException {
    Dialect dialect = rows.dialect();
    return rows.all(
        row -> found(row, dialect),
        FIND,
        Map.of(
            "ids",
            dialect.keys(ids),
            "level",
            filter.visibility().ceiling().level(),
            "retiredToo",
            filter.retiredToo(),
            "whole",
            VisibleSpaces.whole(filter.visibility()),
            "scopes",
            VisibleSpaces.scopes(dialect, filter.visibility()),
            "types",
            VisibleSpaces.types(dialect, filter)));
  }

  private static void add(@Nullable Long rid, Set<Long> rids) {
    if (rid != null) {
      rids.add(rid);
    }
  }

  private static @Nullable Hit get(@Nullable Long rid, Map<Long, Hit> hits) {
    return rid == null ? null : hits.get(rid);
  }

  private static Found found(ResultSet row, Dialect dialect) throws SQLException {
    return new Found(
        dialect.plain(row.getString(1)),
        row.getLong(2),
        Nullables.number(row, 3),
        Nullables.number(row, 4));
  }
}
