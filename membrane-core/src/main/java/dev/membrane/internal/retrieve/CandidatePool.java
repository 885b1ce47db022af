package dev.membrane.internal.retrieve;

import dev.membrane.spi.search.Hit;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The candidates that are placed by score, before the most salient records are added. Not
 * thread-safe.
 */
final class CandidatePool {

  private final RetrievalConfig config;
  private final Map<String, ScoredRecord> found;
  private final NearestRecords nearest;
  private final ProcedureFits fits;
  private final Signal text;
  private final RelevanceRule rule;
  private final Function<List<ScoredRecord>, ContextWindow> surroundings;
  private final Map<String, ExpandedRecord> candidates = new LinkedHashMap<>();
  private final Optional<List<String>> asked;
  private @Nullable ContextWindow window;

  /**
   * A pool of candidates of three kinds.
   *
   * @param found all records that match by words, by id
   * @param textual those of them that match best
   * @param cued what the descriptor asks for by other things than words
   * @param surroundings finds the events around the best
   */
  CandidatePool(
      RetrievalConfig config,
      Map<String, ScoredRecord> found,
      List<Hit> textual,
      List<Hit> cued,
      NearestRecords nearest,
      ProcedureFits fits,
      RelevanceRule rule,
      Function<List<ScoredRecord>, ContextWindow> surroundings) {
    this.config = config;
    this.rule = rule;
    this.surroundings = surroundings;
    this.found = found;
    this.nearest = nearest;
    this.fits = fits;
    this.text = Signal.text(1 - config.vectorWeight(), this::score);
    textual.forEach(enterInto(candidates));
    nearest.hits().forEach(enterInto(candidates));
    cued.forEach(hit -> candidates.putIfAbsent(hit.id(), expanded(hit)));
    fits.hits().forEach(hit -> candidates.putIfAbsent(hit.id(), expanded(hit)));
    this.asked = rule.asked(candidates.values());
  }

  private @Nullable Double score(String id) {
    ScoredRecord scored = found.get(id);
    return scored == null ? null : (Double) scored.score();
  }

  private Consumer<Hit> enterInto(Map<String, ExpandedRecord> some) {
    return hit -> some.put(hit.id(), expanded(hit));
  }

  private ExpandedRecord expanded(Hit hit) {
    ScoredRecord scored = found.get(hit.id());
    return scored == null ? ExpandedRecord.alone(hit) : scored.expanded();
  }

  /** The order of these and of the most salient. */
  PoolOrder order(List<Hit> salient) {
    Map<String, ExpandedRecord> all = new LinkedHashMap<>(candidates);
    salient.stream().limit(CandidateSearch.CANDIDATES).forEach(enterInto(all));
    List<String> textual = all.keySet().stream().filter(id -> text.value(id) > 0).toList();
    Signal vector = nearest.signal(textual, config.vectorWeight());
    // What is added comes after these, where a vector is not looked up and counts as far away.
    double against = textual.size() < NearestRecords.LOOKED_UP ? 0 : vector.weight();
    Relevance relevance = new Relevance(all, List.of(text, vector), asked, rule);
    ContextWindow around = window(relevance);
    relevance.surround(around, this::expanded);
    List<RankedCandidate> order =
        new Fusion(config.relevanceWeight()).order(relevance, fits, salient);
    return new PoolOrder(order, salient, around, relevance.highest(), against);
  }

  /** Found once: no record that is there for its salience only makes others relevant. */
  private ContextWindow window(Relevance relevance) {
    ContextWindow around = window;
    if (around == null) {
      around = surroundings.apply(relevance.best(ContextWindow.SOURCES));
      window = around;
    }
    return around;
  }

  /** The candidates in their order, with the most salient records. */
  final class PoolOrder {

    private final List<RankedCandidate> records;
    private final List<Hit> salient;
    private final ContextWindow around;
    private final double highest;
    private final double weightAgainst;

    /**
     * An order.
     *
     * @param salient the most salient records, which it has
     * @param highest what the most relevant candidate's parts come to
     * @param weightAgainst the weight of vectors, if they cannot speak for a record that is added
     *     later; 0: they might
     */
    private PoolOrder(
        List<RankedCandidate> records,
        List<Hit> salient,
        ContextWindow around,
        double highest,
        double weightAgainst) {
      this.records = records;
      this.salient = salient;
      this.around = around;
      this.highest = highest;
      this.weightAgainst = weightAgainst;
    }

    List<RankedCandidate> records() {
      return records;
    }

    /**
     * Whether the first records stay the first, whatever records less salient than the last of the
     * salient ones are added. Such records may also match by words, but not better than any
     * candidate.
     */
    boolean isDecided(int first) {
      if (records.size() < first) {
        return false;
      }
      double last = records.get(first - 1).score();
      return last > score(0, salient.get(salient.size() - 1)) && last > mostOutside();
    }

    /** The most that any scores that words speak for and that is no candidate. */
    private double mostOutside() {
      double best = text.best(candidates.keySet());
      return found.values().stream()
          .filter(one -> best > 0 && !candidates.containsKey(one.hit().id()))
          .mapToDouble(one -> mostOf(one, best))
          .max()
          .orElse(0);
    }

    private double mostOf(ScoredRecord one, double best) {
      double share = weightAgainst == 0 ? 1 : text.weight() / (text.weight() + weightAgainst);
      double signals = share * one.score() / best;
      return score(rule.most(one.hit(), signals, asked, around), one.hit());
    }

    private double score(double relevance, Hit hit) {
      double share = highest == 0 ? 0 : Math.min(1, relevance / highest);
      return RankedCandidate.scoreOf(share, hit, config.relevanceWeight());
    }
  }
}
