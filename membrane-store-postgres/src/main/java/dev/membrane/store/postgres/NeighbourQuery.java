package dev.membrane.store.postgres;

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
import org.jdbi.v3.core.Handle;
import org.jspecify.annotations.Nullable;

/** Finds what arrived next to records: two steps in the index of each space alike. */
final class NeighbourQuery {

  private static final String BESIDE =
      """
      (SELECT n.rid FROM space l CROSS JOIN LATERAL (
         SELECT a.rid FROM memory a WHERE a.space = l.id AND a.rid %1$s m.rid
         ORDER BY a.rid %2$s LIMIT 1) n
       WHERE NOT l.whole AND l.scope = s.scope AND l.level <= :level AND l.type = s.type
         AND (:retiredToo OR NOT l.retired)
       ORDER BY n.rid %2$s LIMIT 1)
      """;

  private static final String FIND =
      """
      SELECT m.id, m.long_id, m.rid, %s, %s
      FROM memory m JOIN space s ON s.id = m.space
      WHERE m.id = ANY (:ids) AND s.level <= :level AND (:retiredToo OR NOT s.retired)
        AND (:whole OR s.scope = ANY (:scopes)) AND s.type = ANY (:types)
      """
          .formatted(BESIDE.formatted("<", "DESC"), BESIDE.formatted(">", "ASC"));

  private record Found(String id, long rid, @Nullable Long before, @Nullable Long after) {}

  private NeighbourQuery() {}

  static List<Neighbours> read(Handle handle, Filter filter, Collection<String> ids) {
    List<Found> found = find(handle, filter, ids);
    Set<Long> rids = new LinkedHashSet<>();
    for (Found one : found) {
      rids.add(one.rid());
      add(one.before(), rids);
      add(one.after(), rids);
    }
    Map<Long, Hit> hits = new Lookup(handle, filter).hits(rids);
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

  private static List<Found> find(Handle handle, Filter filter, Collection<String> ids) {
    return handle
        .createQuery(FIND)
        .bindArray("ids", String.class, ids.stream().map(Texts::key).distinct().toList())
        .bind("level", filter.visibility().ceiling().level())
        .bind("retiredToo", filter.retiredToo())
        .bind("whole", VisibleSpaces.whole(filter.visibility()))
        .bindArray("scopes", String.class, VisibleSpaces.scopes(filter.visibility()))
        .bindArray("types", String.class, VisibleSpaces.types(filter))
        .map((row, context) -> found(row))
        .list();
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
    return new Found(
        Texts.whole(row.getString(1), row.getString(2)),
        row.getLong(3),
        nullable(row, 4),
        nullable(row, 5));
  }

  private static @Nullable Long nullable(ResultSet row, int column) throws SQLException {
    long value = row.getLong(column);
    return row.wasNull() ? null : (Long) value;
  }
}
