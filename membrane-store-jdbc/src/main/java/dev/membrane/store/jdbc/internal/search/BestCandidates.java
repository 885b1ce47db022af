package dev.membrane.store.jdbc.internal.search;

import dev.membrane.spi.search.Filter;
import dev.membrane.store.jdbc.internal.row.SalienceColumns;
import java.util.Collection;
import java.util.List;
import java.util.TreeSet;

/** The best candidates so far, each only once, and no more than are wanted. */
final class BestCandidates {

  /** More than the rounding of a logarithm and a power can make of one threshold. */
  private static final double SLACK = 1e-9;

  private final Filter filter;
  private final int limit;
  private final double leastLog2;
  private final TreeSet<Candidate> candidates = new TreeSet<>(Candidate.BEST_FIRST);

  /** None yet. */
  BestCandidates(Filter filter, int limit) {
    this.filter = filter;
    this.limit = limit;
    this.leastLog2 = SalienceColumns.log2(Math.max(0, filter.minSalience())) - SLACK;
  }

  /** Adds those that are salient enough. */
  void addAll(Collection<Candidate> more) {
    more.forEach(this::add);
  }

  /** Adds it if it is salient enough and among the best. */
  void add(Candidate candidate) {
    if (candidate.isEnoughFor(filter) && candidates.add(candidate) && candidates.size() > limit) {
      candidates.pollLast();
    }
  }

  /** Whether there are as many as are wanted. */
  boolean isFull() {
    return candidates.size() >= limit;
  }

  /** The logarithm of salience below which nothing can come in any more. */
  double bound() {
    return isFull() ? Math.max(leastLog2, candidates.last().log2Salience()) : leastLog2;
  }

  /** Whether this candidate, and so all that come after it in order, cannot improve the answer. */
  boolean isDecidedAt(Candidate candidate) {
    return isFull() && Candidate.BEST_FIRST.compare(candidates.last(), candidate) <= 0;
  }

  /** The best first. */
  List<Candidate> inOrder() {
    return List.copyOf(candidates);
  }
}
