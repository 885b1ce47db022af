package dev.membrane.internal.retrieve;

import static java.util.stream.Collectors.toMap;

import dev.membrane.internal.retrieve.vector.QueryVector;
import dev.membrane.spi.search.Filter;
import dev.membrane.spi.search.Hit;
import dev.membrane.spi.store.Vectors.Near;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * How near the nearest records are to a descriptor. A cosine by itself means little: between two
 * unrelated texts it is 0.5 with one model and 0 with another. So the median of the nearest records
 * counts as unrelated. Half of a few records may well be near: then what is unrelated is not known,
 * and nothing but a cosine of 0 counts as that.
 *
 * @param question the vector of the descriptor
 * @param hits the nearest records, the nearest first
 * @param cosines how near they are, by id
 * @param zero the cosine that counts as unrelated
 */
record NearestRecords(
    QueryVector question, List<Hit> hits, Map<String, Double> cosines, double zero) {

  /** How many of those that words speak for are looked up. */
  static final int LOOKED_UP = 100;

  /** Of fewer records the median would be the nearest of all, or one of those that are meant. */
  private static final int ENOUGH = 10;

  /** Nothing is near. */
  static final NearestRecords NONE = new NearestRecords(QueryVector.NONE, List.of(), List.of());

  NearestRecords(QueryVector question, List<Hit> hits, List<Near> all) {
    this(question, hits, cosines(all), unrelated(all));
  }

  /** The median, where what is missing to a few has a cosine of 0. */
  private static double unrelated(List<Near> nearestFirst) {
    int middle = Math.max(ENOUGH, nearestFirst.size()) / 2;
    return middle < nearestFirst.size() ? nearestFirst.get(middle).cosine() : 0;
  }

  private static Map<String, Double> cosines(List<Near> some) {
    return some.stream().collect(toMap(near -> near.hit().id(), Near::cosine));
  }

  boolean isEmpty() {
    return hits.isEmpty();
  }

  /** The nearest of those that pass another filter, none without one, with the same zero. */
  NearestRecords among(@Nullable Filter filter, int limit) {
    List<Near> others = question.nearest(filter, limit);
    return new NearestRecords(
        question, others.stream().map(Near::hit).toList(), cosines(others), zero);
  }

  /**
   * The signal for the nearest records and for those that match by words. Of the latter only the
   * first are looked up; the others have little to gain and count as far away. While many of the
   * first have no vector yet, vectors count for less, since the nearest of a few need not be near.
   *
   * @param textual the ids of those that words speak for, the best first
   */
  Signal signal(List<String> textual, double weight) {
    List<String> best = textual.subList(0, Math.min(LOOKED_UP, textual.size()));
    Map<String, Double> all = new HashMap<>(cosines);
    all.putAll(question.cosines(best.stream().filter(id -> !cosines.containsKey(id)).toList()));
    long embedded = best.stream().filter(all::containsKey).count();
    if (embedded > 0) {
      textual.stream().skip(LOOKED_UP).forEach(id -> all.putIfAbsent(id, zero));
    }
    double share = best.isEmpty() ? 1 : (double) embedded / best.size();
    return Signal.vector(weight * share, all, zero);
  }
}
