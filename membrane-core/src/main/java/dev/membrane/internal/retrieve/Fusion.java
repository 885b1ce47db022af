package dev.membrane.internal.retrieve;

import dev.membrane.internal.retrieve.Relevance.Parts;
import dev.membrane.spi.Hit;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

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
   * @param candidates the records in the running, by id
   * @param salient all that may be answered, the most salient first
   */
  List<Candidate> order(
      Map<String, ExpandedRecord> candidates, Relevance relevance, Fits fits, List<Hit> salient) {
    double highest = relevance.highest();
    List<Candidate> order = new ArrayList<>();
    candidates.forEach(
        (id, passage) ->
            order.add(
                Candidate.byScore(
                    passage,
                    relevance.readings(id),
                    fits.excludes(id) ? Parts.NONE : relevance.of(id),
                    highest,
                    fits.of(id),
                    relevanceWeight)));
    order.sort(Candidate.BY_SCORE);
    salient.stream()
        .filter(hit -> !candidates.containsKey(hit.id()))
        .map(hit -> Candidate.following(hit, relevanceWeight))
        .forEach(order::add);
    return order;
  }
}
