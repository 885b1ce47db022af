package dev.membrane.internal.retrieve;

import dev.membrane.spi.Hit;
import java.util.List;

/**
 * The text of a record, with the text that it borrows from its neighbours: a short remark such as
 * "yes, in Paris" can only be understood together with what was said before it.
 *
 * @param hit the record
 * @param loans what it borrows
 * @param usualLoans the sum of the shares that a record of mean length borrows among others of mean
 *     length
 */
record ExpandedRecord(Hit hit, List<Loan> loans, double usualLoans) {

  /** The share, 0 or more, in which what a neighbour says counts as said by the record too. */
  record Loan(Hit from, double share) {}

  static ExpandedRecord alone(Hit hit) {
    return new ExpandedRecord(hit, List.of(), 0);
  }

  /** How often a term occurs. */
  double count(String term) {
    double count = hit.termCounts().getOrDefault(term, 0);
    for (Loan loan : loans) {
      count += loan.share() * loan.from().termCounts().getOrDefault(term, 0);
    }
    return count;
  }

  /** The length as a multiple of the usual one. */
  double relativeLength(double meanLength) {
    double length = hit.length();
    for (Loan loan : loans) {
      length += loan.share() * loan.from().length();
    }
    return length / (meanLength * (1 + usualLoans));
  }
}
