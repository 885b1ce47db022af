package dev.membrane.internal.retrieve;

import dev.membrane.spi.search.Hit;
import java.util.List;

/**
 * The text of a record, with the text that its neighbours add: a short remark such as "yes, in
 * Paris" can only be understood together with what was said before it.
 *
 * @param hit the record
 * @param shares what its neighbours add
 * @param length how many terms it counts as long as
 */
record ExpandedRecord(Hit hit, List<NeighbourShare> shares, double length) {

  /** The share, 0 or more, in which what a neighbour says counts as said by the record too. */
  record NeighbourShare(Hit from, double share) {}

  static ExpandedRecord alone(Hit hit) {
    return new ExpandedRecord(hit, List.of(), hit.length());
  }

  /** How often a term occurs. */
  double count(String term) {
    double count = hit.termCounts().getOrDefault(term, 0);
    for (NeighbourShare neighbour : shares) {
      count += neighbour.share() * neighbour.from().termCounts().getOrDefault(term, 0);
    }
    return count;
  }

  /** As long as this at least. */
  ExpandedRecord atLeast(double other) {
    return other > length ? new ExpandedRecord(hit, shares, other) : this;
  }
}
