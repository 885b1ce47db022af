package dev.membrane.store.sqlite;

import dev.membrane.spi.Filter;
import dev.membrane.spi.Hit;
import dev.membrane.spi.Vector;
import dev.membrane.spi.Vectors.Near;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;

/** Compares a vector with all that are visible. */
final class NearestQuery {

  private static final String OF_SPACES =
      """
      SELECT e.rid, e.vector
      FROM %s CROSS JOIN embedding e ON e.space = s.id
      WHERE s.level <= ?1 AND (?2 OR NOT s.retired)
        AND s.type IN (SELECT value FROM json_each(?3)) AND e.model = ?4
      """;

  private static final String SOME_SCOPES =
      OF_SPACES.formatted(
          "json_each(?5) v CROSS JOIN space s ON s.whole = 0 AND s.scope = v.value");

  private static final String ALL_SCOPES =
      OF_SPACES.formatted("(SELECT ?5) CROSS JOIN space s ON s.whole = 0");

  private static final Comparator<Near> NEAREST_FIRST =
      Comparator.comparingDouble(Near::cosine)
          .reversed()
          .thenComparing(near -> near.hit().createdAt(), Comparator.reverseOrder())
          .thenComparing(near -> near.hit().id());

  private final Sql sql;
  private final Filter filter;
  private final long model;
  private final Vector vector;

  private record Compared(long rid, double cosine) {}

  NearestQuery(Sql sql, Filter filter, long model, Vector vector) {
    this.sql = sql;
    this.filter = filter;
    this.model = model;
    this.vector = vector;
  }

  /** The nearest that pass the filter: as few are looked up as that takes. */
  List<Near> first(int limit) throws SQLException {
    List<Compared> compared = compared();
    List<Near> nearest = new ArrayList<>();
    int next = 0;
    while (next < compared.size() && nearest.size() < limit) {
      int end = endOfTies(compared, Math.min(compared.size(), next + limit - nearest.size()));
      nearest.addAll(passing(compared.subList(next, end)));
      next = end;
    }
    nearest.sort(NEAREST_FIRST);
    return List.copyOf(nearest.subList(0, Math.min(limit, nearest.size())));
  }

  private List<Compared> compared() throws SQLException {
    List<Compared> compared = new ArrayList<>();
    sql.each(
        row -> compare(row, compared),
        filter.visibility().scopes() == null ? ALL_SCOPES : SOME_SCOPES,
        filter.visibility().ceiling().level(),
        filter.retiredToo(),
        JsonTexts.distinct(VisibleSpaces.types(filter)),
        model,
        VisibleSpaces.scopes(filter.visibility()));
    compared.sort(Comparator.comparingDouble(Compared::cosine).reversed());
    return compared;
  }

  private void compare(ResultSet row, List<Compared> compared) throws SQLException {
    Vector found = Vector.fromBytes(row.getBytes(2));
    if (found.dimensions() == vector.dimensions()) {
      compared.add(new Compared(row.getLong(1), vector.cosine(found)));
    }
  }

  /** Which of those equally near comes first is decided by what is yet to be looked up. */
  private static int endOfTies(List<Compared> compared, int end) {
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
