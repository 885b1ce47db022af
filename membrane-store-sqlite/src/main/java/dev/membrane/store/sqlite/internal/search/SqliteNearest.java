package dev.membrane.store.sqlite.internal.search;

import dev.membrane.spi.search.Filter;
import dev.membrane.spi.search.Visibility;
import dev.membrane.spi.store.Vector;
import dev.membrane.spi.store.Vectors.Near;
import dev.membrane.store.jdbc.internal.dialect.ReadTransaction;
import dev.membrane.store.jdbc.internal.filter.Space;
import dev.membrane.store.jdbc.internal.query.TermStatisticsSum;
import dev.membrane.store.jdbc.internal.row.NumberList;
import dev.membrane.store.jdbc.internal.search.Comparison;
import dev.membrane.store.jdbc.internal.search.VisibleSpaces;
import dev.membrane.store.jdbc.internal.table.StoredVector;
import dev.membrane.store.sqlite.internal.cache.Caches;
import dev.membrane.store.sqlite.internal.cache.RowCache;
import dev.membrane.store.sqlite.internal.cache.SearchRow;
import dev.membrane.store.sqlite.internal.session.Sql;
import dev.membrane.store.sqlite.internal.vector.MostAlike;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Compares a vector with those of the visible records. Used once. */
final class SqliteNearest {

  /** As many as are compared one by one. */
  private static final int FEW = 5_000;

  /** How many vectors are compared for each record that is wanted: signs only say roughly. */
  private static final int MARGIN = 2;

  /** At least as many are compared. */
  private static final int LEAST = 1_000;

  /** At least as many of them pass the filter, if there are as many. */
  private static final int LEAST_PASSING = 200;

  /** All are read if more than one of so many is not in memory. */
  private static final int MOSTLY = 2;

  /** How many times as many are compared where too few of them passed the filter. */
  private static final int GROWTH = 10;

  private static final String SPACES = "SELECT s.id FROM %s WHERE " + visible();

  private static final String VECTORS = vectors(StoredVector.COLUMNS);
  private static final String RIDS = vectors("group_concat(e.rid)");

  private final Filter filter;
  private final long model;
  private final Vector vector;
  private final RowCache<Long, SearchRow>.CacheView rows;
  private final RowCache<Long, StoredVector>.CacheView vectors;
  private final Comparison compared = new Comparison();

  /** Before any transaction in which it is asked. */
  SqliteNearest(Caches caches, Filter filter, long model, Vector vector) {
    this.filter = filter;
    this.model = model;
    this.vector = vector;
    this.rows = caches.rows().view();
    this.vectors = caches.vectors().view();
  }

  private static String vectors(String columns) {
    return "SELECT %s FROM %%s CROSS JOIN embedding e ON e.space = s.id WHERE %s AND e.model = ?5"
        .formatted(columns, visible());
  }

  private static String visible() {
    return "s.level <= ?1 AND (?2 OR NOT s.retired)"
        + " AND s.type IN (SELECT value FROM json_each(?3))";
  }

  /** Whether the caller sees so many records that the index should be asked. */
  boolean isOverMany(Sql sql) throws SQLException {
    return TermStatisticsSum.records(sql, filter.visibility()) > FEW;
  }

  /** The nearest of all. What has to be decrypted is kept in memory. */
  List<Near> ofAll(Sql sql, int limit) throws SQLException {
    List<Long> rids = new ArrayList<>();
    ofVisible(sql, RIDS, row -> NumberList.addTo(rids, row.getString(1)), model);
    VectorLookup lookup = new VectorLookup(sql, vectors);
    vectors
        .rows(
            rids,
            unknown ->
                MOSTLY * unknown.size() > rids.size()
                    ? inOneGo(sql, unknown)
                    : lookup.read(unknown))
        .forEach(this::compare);
    return nearest(sql, limit);
  }

  /** They lie next to each other, so that it takes less than to look up most of them. */
  private Map<Long, StoredVector> inOneGo(Sql sql, Collection<Long> rids) throws SQLException {
    Map<Long, StoredVector> rows = new HashMap<>();
    ofVisible(
        sql,
        VECTORS,
        row -> {
          StoredVector found = StoredVector.read(row, sql.dialect().cipher());
          rows.put(found.rid(), found);
        },
        model);
    rows.keySet().retainAll(new HashSet<>(rids));
    return rows;
  }

  /** The nearest of an episode, whose records are found by its key. */
  List<Near> ofEpisode(Sql sql, int limit) throws SQLException {
    List<Space> spaces = VisibleSpaces.of(sql, filter).full();
    List<Long> rids =
        sql.dialect().wordIndex().recordsWithAll(sql, filter, spaces, Integer.MAX_VALUE);
    new VectorLookup(sql, vectors).of(rids).forEach(this::compare);
    return nearest(sql, limit);
  }

  /** The spaces that are looked into. */
  Set<Long> spaces(Sql sql) throws SQLException {
    Set<Long> spaces = new HashSet<>();
    ofVisible(sql, SPACES, row -> spaces.add(row.getLong(1)));
    return spaces;
  }

  /**
   * The nearest of those that have the most signs in common with what is asked for; more of them
   * are looked at while too few pass the filter.
   */
  List<Near> ofMostAlike(Sql sql, MostAlike alike, int limit) throws SQLException {
    Set<Long> spaces = spaces(sql);
    int wanted = Math.max(LEAST_PASSING, limit);
    int count = Math.max(LEAST, MARGIN * wanted);
    while (true) {
      compared.clear();
      // What the index knows may have moved since.
      new VectorLookup(sql, vectors)
          .of(alike.rids(count)).stream()
              .filter(found -> spaces.contains(found.space()))
              .forEach(this::compare);
      List<Near> nearest = nearest(sql, wanted);
      if (nearest.size() == wanted || count >= alike.size()) {
        return nearest.subList(0, Math.min(limit, nearest.size()));
      }
      count *= GROWTH;
    }
  }

  private void ofVisible(Sql sql, String query, ReadTransaction.RowVisitor look, Object... more)
      throws SQLException {
    Visibility visibility = filter.visibility();
    String from =
        visibility.scopes() == null
            ? "(SELECT ?4) CROSS JOIN space s ON s.whole = 0"
            : "json_each(?4) v CROSS JOIN space s ON s.whole = 0 AND s.scope = v.value";
    List<Object> values = new ArrayList<>();
    values.add(visibility.ceiling().level());
    values.add(filter.retiredToo());
    values.add(VisibleSpaces.types(sql.dialect(), filter));
    values.add(VisibleSpaces.scopes(sql, visibility));
    values.addAll(List.of(more));
    sql.each(look, query.formatted(from), values.toArray());
  }

  private void compare(StoredVector found) {
    if (found.isLike(model, vector)) {
      compared.add(found.rid(), vector.cosine(found.vector()));
    }
  }

  private List<Near> nearest(Sql sql, int limit) throws SQLException {
    return compared.nearest(new SqliteLookup(sql, rows, filter), limit);
  }
}
