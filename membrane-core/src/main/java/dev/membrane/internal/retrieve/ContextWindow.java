package dev.membrane.internal.retrieve;

import dev.membrane.schema.MemoryType;
import dev.membrane.spi.search.Filter;
import dev.membrane.spi.search.Hit;
import dev.membrane.spi.search.Neighbours;
import dev.membrane.spi.search.Neighbours.Neighbour;
import dev.membrane.spi.store.MemoryStore;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;

/**
 * Events near relevant ones become relevant as well. Each event up to {@value #REACH} positions
 * before or after one of the best gets {@code B * exp(-distance / 5)}, and a quarter of that if a
 * pause lies between. If it is near several, the highest value counts. All values are divided by
 * the highest.
 *
 * @param hits the events that get something, by id
 * @param weights what they get
 * @param highest the most that one gets
 */
record ContextWindow(Map<String, Hit> hits, Map<String, Double> weights, double highest) {

  /** How many records have a window. */
  static final int SOURCES = 50;

  /** Nothing stands around anything. */
  static final ContextWindow NONE = new ContextWindow(Map.of(), Map.of(), 0);

  private static final int REACH = 12;
  private static final double FALL = 5;

  /** What is left of a weight at a distance. */
  private static final List<Double> LEFT =
      IntStream.rangeClosed(0, REACH)
          .mapToObj(distance -> StrictMath.exp(-distance / FALL))
          .toList();

  private static final double ACROSS = 0.25;

  /** The window of the best. */
  static ContextWindow around(
      List<ScoredRecord> best, MemoryStore store, CheckedRequest question, HitTraits traits) {
    Filter events = question.filterOf(Set.of(MemoryType.EPISODIC));
    if (events == null || best.isEmpty()) {
      return NONE;
    }
    Map<String, ScoredRecord> sources = new LinkedHashMap<>();
    best.forEach(one -> sources.put(one.hit().id(), one));
    Map<String, Hit> hits = new HashMap<>();
    Map<String, Double> weights = new HashMap<>();
    for (Neighbours each : store.neighbours(events, sources.keySet(), REACH)) {
      ScoredRecord source = sources.get(each.id());
      if (source != null) {
        each.all().forEach(next -> hits.putIfAbsent(next.hit().id(), next.hit()));
        List<Neighbour> before = new ArrayList<>();
        List<Neighbour> after = new ArrayList<>();
        each.all().forEach(next -> (next.distance() < 0 ? before : after).add(next));
        Collections.reverse(before);
        spread(source, before, traits, weights);
        spread(source, after, traits, weights);
      }
    }
    double highest = weights.values().stream().mapToDouble(Double::doubleValue).max().orElse(0);
    return new ContextWindow(hits, weights, highest);
  }

  /** What stands on one side gets its share, the nearest first. */
  private static void spread(
      ScoredRecord source, List<Neighbour> side, HitTraits traits, Map<String, Double> weights) {
    Hit last = source.hit();
    double share = 1;
    for (Neighbour next : side) {
      if (share == 1 && !traits.isOneSitting(last, next.hit())) {
        share = ACROSS;
      }
      double weight = source.score() * share * LEFT.get(Math.abs(next.distance()));
      weights.merge(next.hit().id(), weight, Math::max);
      last = next.hit();
    }
  }

  /** What a record gets, 0 to 1. */
  double share(String id) {
    return highest == 0 ? 0 : weights.getOrDefault(id, 0.0) / highest;
  }
}
