package dev.membrane.retrieve;

import static java.util.stream.Collectors.toMap;

import dev.membrane.spi.Hit;
import dev.membrane.spi.Vectors.Near;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * How near the records are that are nearest to a descriptor. A cosine says little by itself:
 * between two texts that have nothing to do with each other it is 0.5 with one model and 0 with
 * another. So the median of the nearest counts as saying nothing.
 *
 * @param hits the nearest records, the nearest first
 * @param cosines how near they are, by id
 * @param zero the cosine that says nothing
 */
record Nearness(List<Hit> hits, Map<String, Double> cosines, double zero) {

  Nearness(List<Hit> hits, List<Near> all) {
    this(hits, cosines(all), all.isEmpty() ? 0 : all.get(all.size() / 2).cosine());
  }

  private static Map<String, Double> cosines(List<Near> some) {
    return some.stream().collect(toMap(near -> near.hit().id(), Near::cosine));
  }

  boolean isEmpty() {
    return hits.isEmpty();
  }

  /** Other records beside the same zero. */
  Nearness with(List<Near> others) {
    return new Nearness(others.stream().map(Near::hit).toList(), cosines(others), zero);
  }

  /** How much of the task a record covers by its meaning, 0 to 1. */
  double applicability(String id) {
    double cosine = cosines.getOrDefault(id, zero);
    return zero >= 1 ? 0 : Math.max(0, (cosine - zero) / (1 - zero));
  }

  /**
   * The signal for the nearest and for those that words speak for. All others are not near, and
   * nothing speaks for them anyway. While many of those that words speak for have no vector yet,
   * the vectors of the others count for less: what is nearest of a few is not near for that.
   *
   * @param textual the ids of those that words speak for
   */
  Signal among(Collection<String> textual, Meaning meaning, double weight) {
    Map<String, Double> all = new HashMap<>(cosines);
    Set<String> unknown = new HashSet<>(textual);
    unknown.removeAll(cosines.keySet());
    all.putAll(meaning.cosines(unknown));
    long embedded = textual.stream().filter(all::containsKey).count();
    double share = textual.isEmpty() ? 1 : (double) embedded / textual.size();
    return Signal.vector(weight * share, all, zero);
  }
}
