package dev.membrane.internal.retrieve;

import dev.membrane.spi.search.Hit;
import java.util.Comparator;

/** A record with the number that it is ordered by, computed once because sorting needs it often. */
record ScoredRecord(ExpandedRecord expanded, double score) {

  /** The highest score, then the newest, then the smallest id. */
  static final Comparator<ScoredRecord> BEST_FIRST = ScoredRecord::compare;

  private static final Comparator<Hit> NEWEST_FIRST =
      Comparator.comparing(Hit::createdAt, Comparator.reverseOrder()).thenComparing(Hit::id);

  Hit hit() {
    return expanded.hit();
  }

  private static int compare(ScoredRecord one, ScoredRecord other) {
    int byScore = Double.compare(other.score, one.score);
    return byScore != 0 ? byScore : NEWEST_FIRST.compare(one.hit(), other.hit());
  }
}
