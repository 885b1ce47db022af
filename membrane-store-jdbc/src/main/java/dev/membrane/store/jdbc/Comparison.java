package dev.membrane.store.jdbc;

import dev.membrane.spi.Hit;
import dev.membrane.spi.Vectors.Near;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;

/** The similarity of records to one vector, and which of the records are the nearest. */
public final class Comparison {

  private final List<Compared> compared = new ArrayList<>();

  private record Compared(long rid, double cosine) {}

  /** Adds a record. */
  public void add(long rid, double cosine) {
    compared.add(new Compared(rid, cosine));
  }

  /** How many were added. */
  public int size() {
    return compared.size();
  }

  /** None any more. */
  public void clear() {
    compared.clear();
  }

  /** The nearest that pass the filter of a lookup: as few are looked up as that takes. */
  public List<Near> nearest(Lookup lookup, int limit) throws SQLException {
    compared.sort(Comparator.comparingDouble(Compared::cosine).reversed());
    List<Near> nearest = new ArrayList<>();
    int next = 0;
    while (next < compared.size() && nearest.size() < limit) {
      int end = endOfTies(Math.min(compared.size(), next + limit - nearest.size()));
      nearest.addAll(passing(lookup, compared.subList(next, end)));
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

  private static List<Near> passing(Lookup lookup, List<Compared> some) throws SQLException {
    Map<Long, Hit> hits = lookup.hits(some.stream().map(Compared::rid).toList());
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
