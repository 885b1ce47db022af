package dev.membrane.internal.retrieve;

import dev.membrane.internal.retrieve.vector.QueryVector;
import dev.membrane.schema.EpisodicPayload;
import dev.membrane.schema.MemoryType;
import dev.membrane.schema.OutcomeStatus;
import dev.membrane.spi.search.Filter;
import dev.membrane.spi.search.Hit;
import dev.membrane.spi.store.MemoryStore;
import dev.membrane.spi.store.Vectors.Near;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The searches of one question in the store, each with a bound on its answer. Not thread-safe. */
final class CandidateSearch {

  /** How many of each ranking are in the running for a place by score. */
  static final int CANDIDATES = 500;

  /** How many records a search by terms brings up, the rarest terms first. */
  static final int TERM_BUDGET = 1_000;

  /** How many records are read at a time. */
  static final int CHUNK = 16;

  /**
   * The most that a record weighs that is read in order to be judged and not answered. What is
   * heavier would take more time and memory than its place is worth: it is not left out for its
   * conditions, not selected, not found by its date or by how it ended, and adds nothing to its
   * neighbours.
   */
  static final long MAX_TO_JUDGE = 1 << 20;

  /** How far the ranking by salience is followed past records that the context leaves out. */
  static final int MAX_DEPTH = 20_000;

  private final MemoryStore store;
  private final CheckedRequest question;
  private final ConditionFilter admission;

  CandidateSearch(MemoryStore store, CheckedRequest question) {
    this.store = store;
    this.question = question;
    this.admission = new ConditionFilter(store, question.filter(), question.context());
  }

  /** The most salient, best first. */
  List<Hit> bySalience(int count) {
    return bySalience(question.filter(), count);
  }

  /** Those that are meant, of the most salient ones that the caller sees in full. */
  List<Hit> inFull(JudgedRecords judged) {
    Filter filter = question.filterInFull();
    return filter == null ? List.of() : judged.among(bySalience(filter, CANDIDATES));
  }

  /** Runs that ended in one of some ways, of the most salient ones that the caller sees in full. */
  List<Hit> byOutcome(Set<OutcomeStatus> outcomes) {
    Filter runs = question.filterOf(Set.of(MemoryType.EPISODIC));
    if (runs == null || outcomes.isEmpty()) {
      return List.of();
    }
    return new JudgedRecords(
            store, it -> it.payload() instanceof EpisodicPayload run && ended(run, outcomes))
        .among(bySalience(runs, CANDIDATES));
  }

  private static boolean ended(EpisodicPayload run, Set<OutcomeStatus> outcomes) {
    OutcomeStatus outcome = run.outcome();
    return outcome != null && outcomes.contains(outcome);
  }

  private List<Hit> bySalience(Filter filter, int count) {
    int asked = count;
    while (true) {
      List<Hit> hits = store.search(filter, asked);
      List<Hit> first = admission.first(hits, count);
      if (first.size() == count || hits.size() < asked || asked == MAX_DEPTH) {
        return first;
      }
      asked = Math.min(MAX_DEPTH, 2 * asked);
    }
  }

  /** All that was found for the terms, in no order; nothing without a filter. */
  List<Hit> byTerms(@Nullable Filter filter, QueryTerms query) {
    return filter == null || query.terms().isEmpty()
        ? List.of()
        : store.search(filter, query.terms(), TERM_BUDGET).stream().filter(query::areIn).toList();
  }

  /** The nearest by vector. */
  VectorCandidates byVector(QueryVector vector) {
    List<Near> near = vector.nearest(question.filterInFull(), CANDIDATES);
    List<Hit> admitted = admission.first(near.stream().map(Near::hit).toList(), near.size());
    NearestRecords all = new NearestRecords(vector, admitted, near);
    return new VectorCandidates(all, all.among(question.procedures(), CANDIDATES));
  }

  /** Those with the highest scores among what was found. */
  List<Hit> best(Collection<ScoredRecord> found, int count) {
    // Any of the others may be wanted if some of the best are not let in.
    double least = admission.isOpen() ? leastOfBest(found, count) : Double.NEGATIVE_INFINITY;
    List<Hit> order =
        found.stream()
            .filter(one -> one.score() >= least)
            .sorted(ScoredRecord.BEST_FIRST)
            .map(ScoredRecord::hit)
            .toList();
    return admission.first(order, count);
  }

  /** To sort numbers takes less than to sort records. */
  private static double leastOfBest(Collection<ScoredRecord> found, int count) {
    double[] scores = found.stream().mapToDouble(ScoredRecord::score).sorted().toArray();
    return scores.length <= count ? Double.NEGATIVE_INFINITY : scores[scores.length - count];
  }
}
