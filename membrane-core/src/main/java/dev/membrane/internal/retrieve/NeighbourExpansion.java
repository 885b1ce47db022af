package dev.membrane.internal.retrieve;

import static java.util.stream.Collectors.toMap;

import dev.membrane.schema.MemoryType;
import dev.membrane.spi.Filter;
import dev.membrane.spi.Hit;
import dev.membrane.spi.MemoryStore;
import dev.membrane.spi.Neighbours;
import dev.membrane.spi.Neighbours.Neighbour;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BiPredicate;
import java.util.function.Supplier;

/**
 * Adds to records the text of those that arrived next to them. The text that came after counts half
 * as much as the text that came before, because an answer needs its question more than the other
 * way round. Two events are neighbours if they have different speakers in the same sitting, and two
 * facts if they arrived in the same sitting: those were often learned from the same episode. Facts
 * add half as much. Other records that arrive one after the other are not related by that and add
 * nothing.
 *
 * @param weight how much the nearest, shortest neighbour counts beside a record's own text
 * @param traits who spoke when: events of two sittings add nothing to each other
 * @param meanwhile the threads that look for facts while the caller looks for events
 */
record NeighbourExpansion(double weight, HitTraits traits, ConcurrentWork meanwhile) {

  private static final double FACTS = 0.5;
  private static final double AFTER = 0.5;
  private static final int REACH = 1;

  /**
   * Adds the text of records to those that arrived next to them, and the other way round.
   *
   * @return the ids of those of the records that are facts
   */
  Set<String> expand(
      MemoryStore store, CheckedRequest question, List<Hit> found, NeighbourWeights weights) {
    Map<String, Hit> byId = found.stream().collect(toMap(Hit::id, it -> it));
    Supplier<List<Neighbours>> looking =
        meanwhile.begin(() -> neighbours(store, question, MemoryType.SEMANTIC, byId.keySet()));
    List<Neighbours> events = neighbours(store, question, MemoryType.EPISODIC, byId.keySet());
    expand(events, byId, weight, this::isReply, weights);
    return expand(looking.get(), byId, weight * FACTS, traits::isOneSitting, weights);
  }

  private List<Neighbours> neighbours(
      MemoryStore store, CheckedRequest question, MemoryType type, Set<String> ids) {
    Filter filter = question.filterOf(Set.of(type));
    return filter == null || ids.isEmpty() || weight == 0
        ? List.of()
        : store.neighbours(filter, ids, REACH);
  }

  private static Set<String> expand(
      List<Neighbours> all,
      Map<String, Hit> byId,
      double weight,
      BiPredicate<Hit, Hit> belong,
      NeighbourWeights weights) {
    Set<String> some = new HashSet<>();
    for (Neighbours each : all) {
      Hit middle = byId.get(each.id());
      if (middle != null) {
        some.add(middle.id());
        weights.expect(middle, (1 + AFTER) * weight);
        for (Neighbour next : each.all()) {
          Hit known = weights.known(next.hit());
          boolean before = next.distance() < 0;
          if (belong.test(middle, known)) {
            link(before ? known : middle, before ? middle : known, weight, weights);
          }
        }
      }
    }
    return some;
  }

  private boolean isReply(Hit one, Hit other) {
    return traits.isOneSitting(one, other) && traits.isOtherSpeaker(one, other);
  }

  private static void link(Hit earlier, Hit later, double weight, NeighbourWeights weights) {
    weights.expect(earlier, (1 + AFTER) * weight);
    weights.expect(later, (1 + AFTER) * weight);
    weights.add(earlier, later, weight);
    weights.add(later, earlier, AFTER * weight);
  }
}
