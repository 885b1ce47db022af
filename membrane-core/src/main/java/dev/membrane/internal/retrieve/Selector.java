package dev.membrane.internal.retrieve;

import dev.membrane.schema.MemoryRecord;
import dev.membrane.spi.Filter;
import dev.membrane.spi.Hit;
import dev.membrane.spi.MemoryStore;
import dev.membrane.spi.Stored;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Chooses among procedures that share words with the task. They are searched for on their own, so
 * that no number of episodes crowds them out; the {@value #MAX_FITS} that cover most of the task
 * are looked at.
 */
final class Selector {

  static final int MAX_FITS = 100;

  /** The lead over the next best that makes a choice clear. */
  private static final double CLEAR_LEAD = 0.15;

  private final MemoryStore store;
  private final CheckedRequest question;
  private final DescriptorTerms query;
  private final @Nullable Filter filter;
  private final Nearness nearness;

  /**
   * Chooses for a question.
   *
   * @param nearness of the procedures that are nearest
   */
  Selector(MemoryStore store, CheckedRequest question, DescriptorTerms query, Nearness nearness) {
    this.store = store;
    this.question = question;
    this.query = query;
    this.filter = question.procedures();
    this.nearness = nearness;
  }

  /**
   * The candidates, those that cover most of the task first.
   *
   * @param found the procedures that share words with it
   */
  List<Hit> candidates(List<Hit> found) {
    Map<String, Hit> hits = new LinkedHashMap<>();
    nearness.hits().forEach(hit -> hits.put(hit.id(), hit));
    found.forEach(hit -> hits.put(hit.id(), hit));
    return hits.values().stream()
        .map(hit -> new ScoredRecord(ExpandedRecord.alone(hit), applicability(hit)))
        .sorted(ScoredRecord.BEST_FIRST)
        .limit(MAX_FITS)
        .map(ScoredRecord::hit)
        .toList();
  }

  /** How each of the candidates fits, best first; without those that are no longer any. */
  List<Fit> fits(List<Hit> candidates) {
    List<Fit> fits = new ArrayList<>();
    Map<String, RecentOutcomes> outcomes =
        RecentOutcomes.of(candidates.stream().map(Hit::id).toList(), store);
    for (int next = 0; next < candidates.size(); next += CandidateSearch.CHUNK) {
      int end = Math.min(candidates.size(), next + CandidateSearch.CHUNK);
      fits.addAll(read(candidates.subList(next, end), outcomes));
    }
    fits.sort(Fit.BEST_FIRST);
    return fits;
  }

  /** How clearly the best stands out from those that use other tools. */
  static double confidence(List<Fit> fits) {
    Fit first = fits.get(0);
    double next =
        fits.stream()
            .skip(1)
            .filter(fit -> !fit.hasSignatureOf(first))
            .mapToDouble(Fit::score)
            .findFirst()
            .orElse(0);
    return first.score() * Math.min(1, (first.score() - next) / CLEAR_LEAD);
  }

  /** How much of the task a procedure covers by its words, or by its meaning if that is more. */
  private double applicability(Hit hit) {
    return Math.max(query.coverage(hit), nearness.applicability(hit.id()));
  }

  private List<Fit> read(List<Hit> hits, Map<String, RecentOutcomes> outcomes) {
    Map<String, Hit> byId = new HashMap<>();
    hits.forEach(hit -> byId.put(hit.id(), hit));
    List<Fit> fits = new ArrayList<>();
    for (Stored stored : store.get(byId.keySet(), CandidateSearch.MOST_TO_JUDGE)) {
      Hit hit = byId.get(stored.record().id());
      if (hit != null && filter != null && filter.passes(stored)) {
        double applicability = applicability(hit);
        fits.add(fit(stored.record(), hit, applicability, outcomes.get(hit.id())));
      }
    }
    return fits;
  }

  private Fit fit(
      MemoryRecord record, Hit hit, double applicability, @Nullable RecentOutcomes outcomes) {
    boolean isRuledOut = question.situation().rulesOut(record);
    double left = isRuledOut ? 0 : applicability;
    return Fit.of(record, outcomes, hit, left, isRuledOut, question.filter().at());
  }
}
