package dev.membrane.internal.retrieve;

import static java.util.stream.Collectors.toMap;

import dev.membrane.spi.Hit;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/** What is in the running for a place by score, before the most salient are. Not thread-safe. */
final class CandidatePool {

  private final RetrievalConfig config;
  private final Map<String, ScoredRecord> found;
  private final Nearness nearness;
  private final List<Fit> fits;
  private final Signal text;
  private final Map<String, ExpandedRecord> candidates = new LinkedHashMap<>();

  /**
   * Candidates of three kinds.
   *
   * @param found all that words speak for, by id
   * @param textual those of them for which they speak most
   */
  CandidatePool(
      RetrievalConfig config,
      Map<String, ScoredRecord> found,
      List<Hit> textual,
      Nearness nearness,
      List<Fit> fits) {
    this.config = config;
    this.found = found;
    this.nearness = nearness;
    this.fits = fits;
    this.text =
        Signal.text(
            1 - config.vectorWeight(),
            found.entrySet().stream()
                .collect(toMap(Map.Entry::getKey, entry -> entry.getValue().score())));
    textual.forEach(enterInto(candidates));
    nearness.hits().forEach(enterInto(candidates));
    fits.forEach(fit -> enterInto(candidates).accept(fit.hit()));
  }

  private Consumer<Hit> enterInto(Map<String, ExpandedRecord> some) {
    return hit -> some.put(hit.id(), passage(hit));
  }

  private ExpandedRecord passage(Hit hit) {
    ScoredRecord scored = found.get(hit.id());
    return scored == null ? ExpandedRecord.alone(hit) : scored.passage();
  }

  /** The order of these and of the most salient. */
  List<Candidate> order(List<Hit> salient) {
    Map<String, ExpandedRecord> all = new LinkedHashMap<>(candidates);
    salient.stream().limit(CandidateSearch.CANDIDATES).forEach(enterInto(all));
    List<String> textual = all.keySet().stream().filter(id -> text.value(id) > 0).toList();
    Signal vector = nearness.signal(textual, config.vectorWeight());
    return new Fusion(config.relevanceWeight()).order(all, List.of(text, vector), fits, salient);
  }

  /**
   * Whether the first of an order stay the first whatever is less salient than the last of {@code
   * salient}: words may speak for that too, but not more than for any that is in the running.
   */
  boolean isDecided(List<Candidate> order, int first, List<Hit> salient) {
    if (order.size() < first) {
      return false;
    }
    double best = 0;
    double bestOutside = 0;
    for (Map.Entry<String, ScoredRecord> entry : found.entrySet()) {
      double score = entry.getValue().score();
      best = Math.max(best, score);
      if (!candidates.containsKey(entry.getKey())) {
        bestOutside = Math.max(bestOutside, score);
      }
    }
    double relevance = best == 0 ? 0 : bestOutside / best;
    double salience = Math.min(1, salient.get(salient.size() - 1).salience());
    double weight = config.relevanceWeight();
    return order.get(first - 1).score() > weight * relevance + (1 - weight) * salience;
  }
}
