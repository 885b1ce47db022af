package dev.membrane.store.jdbc;

import dev.membrane.spi.Filter;
import dev.membrane.spi.Hit;
import dev.membrane.spi.Neighbours;
import dev.membrane.spi.Neighbours.Neighbour;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Finds what arrived next to records: a few steps each way in the index of each space alike. */
public final class NeighbourQuery {

  private static final Pattern COMMA = Pattern.compile(",");

  private static final String FIND =
      """
      SELECT {text m.id}, m.rid, {beside before}, {beside after}
      FROM memory m {join} space s ON s.id = m.space
      WHERE m.id {in ids} AND s.level <= :level AND (:retiredToo OR NOT s.retired)
        AND (:whole OR s.scope {in scopes}) AND s.type {in types}
      """;

  /**
   * A record with what is near it.
   *
   * @param near the numbers of others by their distance
   */
  private record Found(String id, long rid, SortedMap<Integer, Long> near) {}

  private NeighbourQuery() {}

  /**
   * The neighbours of those records that are visible.
   *
   * @throws IllegalArgumentException as {@link Neighbours#checkReach}
   */
  public static List<Neighbours> read(
      Rows rows, Lookup lookup, Filter filter, Collection<String> ids, int reach)
      throws SQLException {
    Neighbours.checkReach(reach);
    List<Found> found = find(rows, filter, ids, reach);
    Set<Long> rids = new LinkedHashSet<>();
    for (Found one : found) {
      rids.add(one.rid());
      rids.addAll(one.near().values());
    }
    Map<Long, Hit> hits = lookup.hits(rids);
    List<Neighbours> neighbours = new ArrayList<>();
    for (Found one : found) {
      Hit itself = hits.get(one.rid());
      if (itself != null) {
        neighbours.add(new Neighbours(one.id(), itself.length(), passing(one.near(), hits)));
      }
    }
    return neighbours;
  }

  private static List<Found> find(Rows rows, Filter filter, Collection<String> ids, int reach)
      throws SQLException {
    Dialect dialect = rows.dialect();
    return rows.all(
        row -> found(row, dialect, reach),
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
            VisibleSpaces.types(dialect, filter),
            "reach",
            reach));
  }

  private static List<Neighbour> passing(SortedMap<Integer, Long> near, Map<Long, Hit> hits) {
    List<Neighbour> passing = new ArrayList<>();
    near.forEach(
        (distance, rid) -> {
          Hit hit = hits.get(rid);
          if (hit != null) {
            passing.add(new Neighbour(distance, hit));
          }
        });
    return passing;
  }

  private static Found found(ResultSet row, Dialect dialect, int reach) throws SQLException {
    SortedMap<Integer, Long> near = new TreeMap<>();
    List<Long> before = numbers(row.getString(3), Comparator.reverseOrder(), reach);
    for (int i = 0; i < before.size(); i++) {
      near.put(-1 - i, before.get(i));
    }
    List<Long> after = numbers(row.getString(4), Comparator.naturalOrder(), reach);
    for (int i = 0; i < after.size(); i++) {
      near.put(1 + i, after.get(i));
    }
    return new Found(dialect.plain(row.getString(1)), row.getLong(2), near);
  }

  private static List<Long> numbers(@Nullable String all, Comparator<Long> order, int most) {
    return all == null
        ? List.of()
        : COMMA.splitAsStream(all).map(Long::valueOf).sorted(order).limit(most).toList();
  }
}
