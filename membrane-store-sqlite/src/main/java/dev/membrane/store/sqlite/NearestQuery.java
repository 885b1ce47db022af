package dev.membrane.store.sqlite;

import dev.membrane.spi.Filter;
import dev.membrane.spi.Hit;
import dev.membrane.spi.Vector;
import dev.membrane.spi.Vectors.Near;
import dev.membrane.spi.Visibility;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;

/** Compares a vector with those that are visible. Used once. */
final class NearestQuery {

  /** As many as are compared one by one. */
  private static final int FEW = 20_000;

  /** How many vectors of the index are compared for each record that is wanted. */
  private static final int MARGIN = 10;

  /** At least as many are wanted, for signs only say roughly who is nearest. */
  private static final int LEAST = 200;

  private static final String RECORDS =
      """
      SELECT sum(p.records)
      FROM json_each(?1) v
      CROSS JOIN pool p ON p.whole IN (0, ?2) AND p.scope = v.value AND p.level <= ?3
      """;

  private static final String SPACES = "SELECT s.id FROM %s WHERE " + visible();

  private static final String VECTORS =
      "SELECT e.rid, e.vector, e.space FROM %s CROSS JOIN embedding e ON e.space = s.id WHERE "
          + visible()
          + " AND e.model = ?5";

  private static final String VECTORS_OF =
      """
      SELECT e.rid, e.vector, e.space
      FROM json_each(?) r
      CROSS JOIN memory m ON m.rid = r.value
      CROSS JOIN embedding e ON e.space = m.space AND e.rid = m.rid
      WHERE e.model = ?
      """;

  private final Sql sql;
  private final Filter filter;
  private final long model;
  private final Vector vector;
  private final List<Compared> compared = new ArrayList<>();

  private record Compared(long rid, double cosine) {}

  NearestQuery(Sql sql, Filter filter, long model, Vector vector) {
    this.sql = sql;
    this.filter = filter;
    this.model = model;
    this.vector = vector;
  }

  private static String visible() {
    return "s.level <= ?1 AND (?2 OR NOT s.retired)"
        + " AND s.type IN (SELECT value FROM json_each(?3))";
  }

  /** Whether a caller sees so many records that the index should be asked. */
  static boolean isOverMany(Sql sql, Visibility visibility) throws SQLException {
    Long records =
        sql.first(
            row -> row.getLong(1),
            RECORDS,
            VisibleSpaces.scopes(visibility),
            VisibleSpaces.whole(visibility),
            visibility.ceiling().level());
    return records != null && records > FEW;
  }

  /** The nearest of all. */
  List<Near> ofAll(int limit) throws SQLException {
    ofVisible(VECTORS, this::compare, model);
    return nearest(limit);
  }

  /**
   * The nearest of those that have the most signs in common with what is asked for; more of them
   * are looked at while too few pass the filter.
   */
  List<Near> ofMostAlike(Signs signs, int limit) throws SQLException {
    BitSet spaces = new BitSet();
    ofVisible(SPACES, row -> spaces.set(row.getInt(1)));
    int wanted = Math.max(LEAST, limit);
    int count = MARGIN * wanted;
    while (true) {
      Collection<Long> rids = signs.mostAlike(vector, spaces, count);
      compared.clear();
      sql.each(row -> compareIfIn(spaces, row), VECTORS_OF, rids.toString(), model);
      List<Near> nearest = nearest(wanted);
      if (nearest.size() == wanted || rids.size() < count) {
        return nearest.subList(0, Math.min(limit, nearest.size()));
      }
      count *= MARGIN;
    }
  }

  private void ofVisible(String query, Sql.Look look, Object... more) throws SQLException {
    Visibility visibility = filter.visibility();
    String from =
        visibility.scopes() == null
            ? "(SELECT ?4) CROSS JOIN space s ON s.whole = 0"
            : "json_each(?4) v CROSS JOIN space s ON s.whole = 0 AND s.scope = v.value";
    List<Object> values = new ArrayList<>();
    values.add(visibility.ceiling().level());
    values.add(filter.retiredToo());
    values.add(JsonTexts.distinct(VisibleSpaces.types(filter)));
    values.add(VisibleSpaces.scopes(visibility));
    values.addAll(List.of(more));
    sql.each(look, query.formatted(from), values.toArray());
  }

  /** What the index knows may have moved since. */
  private void compareIfIn(BitSet spaces, ResultSet row) throws SQLException {
    if (spaces.get(row.getInt(3))) {
      compare(row);
    }
  }

  private void compare(ResultSet row) throws SQLException {
    Vector found = Vector.fromBytes(row.getBytes(2));
    if (found.dimensions() == vector.dimensions()) {
      compared.add(new Compared(row.getLong(1), vector.cosine(found)));
    }
  }

  /** The nearest that pass the filter: as few are looked up as that takes. */
  private List<Near> nearest(int limit) throws SQLException {
    compared.sort(Comparator.comparingDouble(Compared::cosine).reversed());
    List<Near> nearest = new ArrayList<>();
    int next = 0;
    while (next < compared.size() && nearest.size() < limit) {
      int end = endOfTies(Math.min(compared.size(), next + limit - nearest.size()));
      nearest.addAll(passing(compared.subList(next, end)));
      next = end;
    }
    nearest.sort(Near.NEAREST_FIRST);
    return List.copyOf(nearest.subList(0, Math.min(limit, nearest.size())));
  }

  /** Which of those equally near comes first is decided by what is yet to be looked up. */
  private int endOfTies(int end) {
    double last = compared.get(end - 1).cosine();
    int after = end;
    while (after < compared.size() && compared.get(after).cosine() == last) {
      after++;
    }
    return after;
  }

  private List<Near> passing(List<Compared> some) throws SQLException {
    Map<Long, Hit> hits = new Lookup(sql, filter).hits(some.stream().map(Compared::rid).toList());
    List<Near> passing = new ArrayList<>();
    for (Compared one : some) {
      Hit hit = hits.get(one.rid());
      if (hit != null) {
        passing.add(new Near(hit, one.cosine()));
      }
    }
    return passing;
  }
}
