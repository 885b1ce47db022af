package dev.membrane.internal.retrieve;

import static java.util.stream.Collectors.toMap;

import dev.membrane.schema.MemoryType;
import dev.membrane.spi.search.Filter;
import dev.membrane.spi.search.Hit;
import dev.membrane.spi.search.Neighbours;
import dev.membrane.spi.search.Neighbours.Neighbour;
import dev.membrane.spi.store.MemoryStore;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Adds to events the text of what was said next to them. The text that came after counts half as
 * much as the text that came before, because an answer needs its question more than the other way
 * round. Two events are neighbours if they have different speakers in the same sitting. Records
 * that are no events and arrive one after the other are not related by that and add nothing.
 *
 * @param weight how much the nearest, shortest neighbour counts compared with a record's own text
 * @param traits who spoke when
 */
record NeighbourExpansion(double weight, HitTraits traits) {

  private static final double AFTER = 0.5;
  private static final int REACH = 1;

  /**
   * Adds the text of events found to those that were said next to them, and the other way round.
   */
  void expand(
      MemoryStore store, CheckedRequest question, List<Hit> found, NeighbourWeights weights) {
    Filter events = question.filterOf(Set.of(MemoryType.EPISODIC));
    if (events == null || found.isEmpty() || weight == 0) {
      return;
    }
    Map<String, Hit> byId = found.stream().collect(toMap(Hit::id, it -> it));
    for (Neighbours each : store.neighbours(events, byId.keySet(), REACH)) {
      Hit middle = byId.get(each.id());
      if (middle != null) {
        expand(middle, each, weights);
      }
    }
  }

  private void expand(Hit middle, Neighbours around, NeighbourWeights weights) {
    weights.expect(middle, (1 + AFTER) * weight);
    for (Neighbour next : around.all()) {
      Hit known = weights.known(next.hit());
      boolean before = next.distance() < 0;
      if (traits.isOneSitting(middle, known) && traits.isOtherSpeaker(middle, known)) {
        link(before ? known : middle, before ? middle : known, weights);
      }
    }
  }

  private void link(Hit earlier, Hit later, NeighbourWeights weights) {
    weights.expect(earlier, (1 + AFTER) * weight);
    weights.expect(later, (1 + AFTER) * weight);
    weights.add(earlier, later, weight);
    weights.add(later, earlier, AFTER * weight);
  }
}
