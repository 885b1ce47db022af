package dev.membrane.internal.retrieve;

import dev.membrane.internal.retrieve.ExpandedRecord.NeighbourShare;
import dev.membrane.spi.search.Hit;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Which neighbours add their text to a record. How much counts depends on how short both are: a
 * remark of a few words needs its context and is a part of it, while a page of text can be
 * understood alone and has a topic of its own.
 *
 * <pre>
 *   share  = weight * s(length) * s(length of the source),   s(n) = 1 / (1 + (n / 30)^2)
 *   length = (own length + sum of share * length of the source) / (1 + usual sum of shares)
 * </pre>
 *
 * <p>Beside a longer record that lends it words of the descriptor, a record counts as longer: by
 * share * the difference. So it never comes before that one by these words alone.
 *
 * <p>A record that was not found by its own words gets the text of those around it, and its own
 * words do not count. Not thread-safe.
 */
final class NeighbourWeights {

  /** The number of terms at which a text stands half for itself. */
  private static final double SHORT = 30;

  /** Stores differ in the order of what they answer, and sums in their last bit with it. */
  private static final Comparator<NeighbourShare> ORDER =
      Comparator.comparingDouble(NeighbourShare::share)
          .reversed()
          .thenComparing(neighbour -> neighbour.from().id());

  private final Map<String, Hit> known;
  private final Map<String, Map<String, LentWeight>> given = new HashMap<>();
  private final Map<String, Double> expected = new HashMap<>();
  private final double usualNeed;

  private record LentWeight(Hit from, double weight) {

    LentWeight larger(LentWeight other) {
      return weight < other.weight ? other : this;
    }

    NeighbourShare to(Hit hit) {
      return new NeighbourShare(from, weight * need(from.length()) * need(hit.length()));
    }
  }

  /**
   * Nothing is added yet.
   *
   * @param found all that were found, with their terms, by id
   * @param meanLength the mean length of the visible records in terms
   */
  NeighbourWeights(Map<String, Hit> found, double meanLength) {
    this.known = new LinkedHashMap<>(found);
    this.usualNeed = need(meanLength) * need(meanLength);
  }

  /** The record as it was found first, with the terms that it was found by. */
  Hit known(Hit hit) {
    Hit found = known.putIfAbsent(hit.id(), hit);
    return found == null ? hit : found;
  }

  /** Adds one known record to another, by the largest weight that is given for the two. */
  void add(Hit from, Hit to, double weight) {
    given
        .computeIfAbsent(to.id(), id -> new HashMap<>())
        .merge(from.id(), new LentWeight(from, weight), LentWeight::larger);
  }

  /**
   * The sum of weights that a record usually gets, whatever else has been found. A record must not
   * count as a long text because of what every record gets. Without a call of this method, the
   * actual weights count as the usual ones.
   */
  void expect(Hit to, double weight) {
    expected.put(to.id(), weight);
  }

  /**
   * The records that have neighbours or might, as they are understood together with what belongs to
   * them.
   */
  Map<String, ExpandedRecord> expandedRecords() {
    Map<String, ExpandedRecord> beside = new HashMap<>();
    Set<String> ids = new HashSet<>(given.keySet());
    ids.addAll(expected.keySet());
    for (String id : ids) {
      Hit hit = known.get(id);
      if (hit != null) {
        beside.put(id, expanded(hit));
      }
    }
    Map<String, ExpandedRecord> all = new HashMap<>();
    beside.forEach((id, record) -> all.put(id, record.atLeast(lengthBeside(record, beside))));
    return all;
  }

  /** The greatest length next to one of those that lend words of the descriptor. */
  private static double lengthBeside(ExpandedRecord record, Map<String, ExpandedRecord> beside) {
    double greatest = 0;
    for (NeighbourShare each : record.shares()) {
      ExpandedRecord from =
          beside.getOrDefault(each.from().id(), ExpandedRecord.alone(each.from()));
      if (!each.from().termCounts().isEmpty()) {
        double difference = from.length() - record.length();
        greatest = Math.max(greatest, record.length() + each.share() * difference);
      }
    }
    return greatest;
  }

  private ExpandedRecord expanded(Hit hit) {
    Collection<LentWeight> all = given.getOrDefault(hit.id(), Map.of()).values();
    double expectation = expected.getOrDefault(hit.id(), 0.0);
    List<NeighbourShare> shares = all.stream().map(each -> each.to(hit)).sorted(ORDER).toList();
    double weights = all.stream().mapToDouble(LentWeight::weight).sorted().sum();
    double length = hit.length();
    for (NeighbourShare each : shares) {
      length += each.share() * each.from().length();
    }
    double usual = usualNeed * Math.max(weights, expectation);
    return new ExpandedRecord(hit, shares, length / (1 + usual));
  }

  private static double need(double length) {
    double ratio = length / SHORT;
    return 1 / (1 + ratio * ratio);
  }
}
