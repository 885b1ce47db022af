package dev.membrane.store.postgres;

import dev.membrane.spi.Filter;
import dev.membrane.spi.Hit;
import dev.membrane.spi.Vector;
import dev.membrane.spi.Vectors.Near;
import dev.membrane.store.sql.Space;
import dev.membrane.store.sql.Space.By;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.result.ResultIterator;

/** Compares a vector with all those that are visible. Used once. */
final class NearestQuery {

  private static final String VECTORS =
      """
      SELECT e.rid, e.vector
      FROM memory s JOIN embedding e ON e.rid = s.rid
      WHERE s.<space> = ANY (:spaces) AND e.model = :model
      """;

  /** The rows come as they are asked for, as many at a time. */
  private static final int CHUNK = 2_000;

  private final Handle handle;
  private final Filter filter;
  private final long model;
  private final Vector vector;
  private final List<Compared> compared = new ArrayList<>();

  private record Compared(long rid, double cosine) {}

  NearestQuery(Handle handle, Filter filter, long model, Vector vector) {
    this.handle = handle;
    this.filter = filter;
    this.model = model;
    this.vector = vector;
  }

  /** The nearest of all. */
  List<Near> read(int limit) {
    List<Space> visible = VisibleSpaces.of(handle, filter).full();
    for (By by : By.values()) {
      compare(by, visible.stream().filter(space -> space.by() == by).map(Space::id).toList());
    }
    compared.sort(Comparator.comparingDouble(Compared::cosine).reversed());
    return nearest(limit);
  }

  /** How many vectors were looked at. */
  int size() {
    return compared.size();
  }

  private void compare(By by, List<Long> spaces) {
    try (ResultIterator<Compared> rows =
        handle
            .createQuery(VECTORS)
            .define("space", by.column())
            .bindArray("spaces", Long.class, spaces)
            .bind("model", model)
            .setFetchSize(CHUNK)
            .map((row, context) -> compared(row))
            .iterator()) {
      rows.forEachRemaining(
          one -> {
            if (!Double.isNaN(one.cosine())) {
              compared.add(one);
            }
          });
    }
  }

  /** Not a number for one of other dimensions. */
  private Compared compared(ResultSet row) throws SQLException {
    Vector found = Vector.fromBytes(row.getBytes(2));
    boolean isComparable = found.dimensions() == vector.dimensions();
    return new Compared(row.getLong(1), isComparable ? vector.cosine(found) : Double.NaN);
  }

  /** The nearest that pass the filter: as few are looked up as that takes. */
  private List<Near> nearest(int limit) {
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

  private List<Near> passing(List<Compared> some) {
    Map<Long, Hit> hits =
        new Lookup(handle, filter).hits(some.stream().map(Compared::rid).toList());
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
