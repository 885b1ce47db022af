package dev.membrane.store.jdbc.internal.search;

import dev.membrane.spi.store.Vectors.Near;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The similarity of records to one vector, and which of the records are the nearest. */
public final class Comparison {

  private long[] rids = new long[1024];
  private double[] cosines = new double[1024];
  private int size;

  /** Adds a record. */
  public void add(long rid, double cosine) {
    if (size == rids.length) {
      rids = Arrays.copyOf(rids, 2 * size);
      cosines = Arrays.copyOf(cosines, 2 * size);
    }
    rids[size] = rid;
    cosines[size] = cosine;
    size++;
  }

  /** How many were added. */
  public int size() {
    return size;
  }

  /** None any more. */
  public void clear() {
    size = 0;
  }

  /**
   * The nearest that pass the filter of a lookup: as few are looked up as that takes. Which of
   * those equally near comes first is decided by what is yet to be looked up, so all of them are.
   */
  public List<Near> nearest(Lookup lookup, int limit) throws SQLException {
    double[] ascending = Arrays.copyOf(cosines, size);
    Arrays.sort(ascending);
    List<Near> nearest = new ArrayList<>();
    double below = Double.POSITIVE_INFINITY;
    int done = 0;
    while (done < size && nearest.size() < limit) {
      double least = ascending[Math.max(0, size - done - limit + nearest.size())];
      Map<Long, Double> next = between(least, below);
      lookup
          .hits(next.keySet())
          .forEach((rid, hit) -> nearest.add(new Near(hit, next.getOrDefault(rid, 0.0))));
      below = least;
      while (done < size && ascending[size - 1 - done] >= least) {
        done++;
      }
    }
    nearest.sort(Near.NEAREST_FIRST);
    return List.copyOf(nearest.subList(0, Math.min(limit, nearest.size())));
  }

  private Map<Long, Double> between(double least, double below) {
    Map<Long, Double> some = new HashMap<>();
    for (int i = 0; i < size; i++) {
      if (cosines[i] >= least && cosines[i] < below) {
        some.put(rids[i], cosines[i]);
      }
    }
    return some;
  }
}
