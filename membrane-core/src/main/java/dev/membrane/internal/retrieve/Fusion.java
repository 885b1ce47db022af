package dev.membrane.internal.retrieve;

import dev.membrane.internal.retrieve.Relevance.Parts;
import dev.membrane.internal.retrieve.Relevance.Rated;
import dev.membrane.spi.search.Hit;
import java.util.ArrayList;
import java.util.List;

/**
 * Merges several orders into one. A candidate's score is {@code w * relevance + (1 - w) * min(1,
 * salience)}. Its {@link Relevance} goes from 0, if nothing speaks for it, to 1 for the best
 * candidate; for a procedure it is how well the procedure fits. Records that are no candidates
 * follow by salience.
 *
 * @param relevanceWeight {@code w}, 0 to 1
 */
record Fusion(double relevanceWeight) {

  /**
   * The order.
   *
   * @param relevance that of the records in the running
   * @param salient all that may be answered, the most salient first
   */
  List<RankedCandidate> order(Relevance relevance, ProcedureFits fits, List<Hit> salient) {
    double highest = relevance.highest();
    List<RankedCandidate> order = new ArrayList<>();
    for (Rated one : relevance.all()) {
      String id = one.expanded().hit().id();
      order.add(
          RankedCandidate.byScore(
              one.expanded(),
              one.readings(),
              fits.excludes(id) ? Parts.NONE : one.parts(),
              highest,
              fits.of(id),
              relevanceWeight));
    }
    order.sort(RankedCandidate.BY_SCORE);
    salient.stream()
        .filter(hit -> !relevance.includes(hit.id()))
        .map(hit -> RankedCandidate.following(hit, relevanceWeight))
        .forEach(order::add);
    return order;
  }
}
