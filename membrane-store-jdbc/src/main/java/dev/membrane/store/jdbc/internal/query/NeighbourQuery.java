package dev.membrane.store.jdbc.internal.query;

import dev.membrane.spi.search.Filter;
import dev.membrane.spi.search.Hit;
import dev.membrane.spi.search.Neighbours;
import dev.membrane.spi.search.Neighbours.Neighbour;
import dev.membrane.store.jdbc.internal.dialect.Dialect;
import dev.membrane.store.jdbc.internal.dialect.ReadTransaction;
import dev.membrane.store.jdbc.internal.row.NumberList;
import dev.membrane.store.jdbc.internal.search.Lookup;
import dev.membrane.store.jdbc.internal.search.VisibleSpaces;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Finds the records that arrived just before and after others, by a few steps each way in the index
 * of each space.
 */
public final class NeighbourQuery {

  private static final String FIND =
      """
      SELECT {text m.id}, m.rid, {beside before}, {beside after}
      FROM memory m {join} space s ON s.id = m.space
        {join} space l ON {scoped l} AND l.scope = s.scope AND l.level <= :level
          AND l.type = s.type AND (:retiredToo OR NOT l.retired)
      WHERE m.id {in ids} AND s.level <= :level AND (:retiredToo OR NOT s.retired)
        AND (:whole OR s.scope {in scopes}) AND s.type {in types}
      """;

  /**
   * A record with the numbers of those next to it.
   *
   * @param before those that arrived before it, the latest first
   * @param after those that arrived after it, the earliest first
   */
  private record FoundNeighbours(
      String id, long rid, SortedSet<Long> before, SortedSet<Long> after) {

    FoundNeighbours(String id, long rid) {
      this(id, rid, new TreeSet<>(Comparator.reverseOrder()), new TreeSet<>());
    }
  }

  private NeighbourQuery() {}

  /**
   * The neighbours of those records that are visible.
   *
   * @throws IllegalArgumentException as {@link Neighbours#checkReach}
   */
  public static List<Neighbours> read(
      ReadTransaction rows, Lookup lookup, Filter filter, Collection<String> ids, int reach)
      throws SQLException {
    Neighbours.checkReach(reach);
    Collection<FoundNeighbours> found = find(rows, filter, ids, reach);
    Set<Long> rids = new LinkedHashSet<>();
    for (FoundNeighbours one : found) {
      rids.add(one.rid());
      rids.addAll(first(one.before(), reach));
      rids.addAll(first(one.after(), reach));
    }
    Map<Long, Hit> hits = lookup.hits(rids);
    List<Neighbours> neighbours = new ArrayList<>();
    for (FoundNeighbours one : found) {
      Hit itself = hits.get(one.rid());
      if (itself != null) {
        neighbours.add(new Neighbours(one.id(), itself.length(), passing(one, hits, reach)));
      }
    }
    return neighbours;
  }

  private static Collection<FoundNeighbours> find(
      ReadTransaction rows, Filter filter, Collection<String> ids, int reach) throws SQLException {
    Map<Long, FoundNeighbours> found = new LinkedHashMap<>();
    Dialect dialect = rows.dialect();
    rows.each(
        row -> add(row, dialect, found),
        FIND,
        Map.of(
            "ids", dialect.keys(ids),
            "level", filter.visibility().ceiling().level(),
            "retiredToo", filter.retiredToo(),
            "whole", VisibleSpaces.whole(filter.visibility()),
            "scopes", VisibleSpaces.scopes(rows, filter.visibility()),
            "types", VisibleSpaces.types(dialect, filter),
            "reach", reach));
    return found.values();
  }

  private static List<Neighbour> passing(FoundNeighbours one, Map<Long, Hit> hits, int reach) {
    List<Neighbour> passing = new ArrayList<>();
    int distance = 0;
    for (Long rid : first(one.before(), reach)) {
      distance--;
      add(passing, distance, hits.get(rid));
    }
    Collections.reverse(passing);
    distance = 0;
    for (Long rid : first(one.after(), reach)) {
      distance++;
      add(passing, distance, hits.get(rid));
    }
    return passing;
  }

  private static List<Long> first(SortedSet<Long> numbers, int reach) {
    return numbers.stream().limit(reach).toList();
  }

  private static void add(List<Neighbour> passing, int distance, @Nullable Hit hit) {
    if (hit != null) {
      passing.add(new Neighbour(distance, hit));
    }
  }

  /** A row for each space in which something may be next to the record. */
  private static void add(ResultSet row, Dialect dialect, Map<Long, FoundNeighbours> found)
      throws SQLException {
    long rid = row.getLong(2);
    FoundNeighbours one = found.get(rid);
    if (one == null) {
      one = new FoundNeighbours(dialect.plain(row.getString(1)), rid);
      found.put(rid, one);
    }
    NumberList.addTo(one.before(), row.getString(3));
    NumberList.addTo(one.after(), row.getString(4));
  }
}
