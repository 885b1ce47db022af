package dev.membrane.internal.retrieve;

import static java.util.stream.Collectors.toMap;

import dev.membrane.spi.Hit;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;

/**
 * Makes one order of several. A candidate's score is {@code w * relevance + (1 - w) * min(1,
 * salience)}; its relevance is the weighted mean of its signals, each from 0 where it says nothing
 * to 1 for the best candidate's, or for a procedure how well that fits. What is no candidate
 * follows by salience.
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
      Map<String, ExpandedRecord> candidates,
      List<Signal> signals,
      List<Fit> fits,
      List<Hit> salient) {
    Map<String, Fit> fitsById = fits.stream().collect(toMap(fit -> fit.hit().id(), fit -> fit));
    List<Double> best = signals.stream().map(signal -> best(signal, candidates.keySet())).toList();
    List<Candidate> order = new ArrayList<>();
    for (ExpandedRecord passage : candidates.values()) {
      String id = passage.hit().id();
      List<Signal.Reading> readings = readings(id, signals, best);
      order.add(Candidate.byScore(passage, readings, fitsById.get(id), relevanceWeight));
    }
    order.sort(Candidate.BY_SCORE);
    salient.stream()
        .filter(hit -> !candidates.containsKey(hit.id()))
        .map(Candidate::bySalience)
        .forEach(order::add);
    return order;
  }

  private static List<Signal.Reading> readings(String id, List<Signal> signals, List<Double> best) {
    List<Signal.Reading> readings = new ArrayList<>();
    for (int i = 0; i < signals.size(); i++) {
      signals.get(i).of(id, best.get(i)).ifPresent(readings::add);
    }
    return readings;
  }

  private static double best(Signal signal, Collection<String> ids) {
    return ids.stream().mapToDouble(signal::value).max().orElse(0);
  }
}
