package dev.membrane.internal.retrieve;

import dev.membrane.internal.keys.ProcedureKeys;
import dev.membrane.internal.retrieve.NearestRuns.SimilarRun;
import dev.membrane.internal.skill.ProcedureSummary;
import dev.membrane.internal.skill.TrackRecords;
import dev.membrane.internal.text.Masks;
import dev.membrane.internal.text.TextAnalyzer;
import dev.membrane.schema.MemoryRecord;
import dev.membrane.spi.commit.Changeset.KeptRun;
import dev.membrane.spi.search.Filter;
import dev.membrane.spi.search.Hit;
import dev.membrane.spi.search.RunMatches;
import dev.membrane.spi.search.RunMatches.Match;
import dev.membrane.spi.search.Visibility;
import dev.membrane.spi.store.MemoryStore;
import dev.membrane.spi.store.StoredRecord;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.Set;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Chooses among procedures. It looks at the tools that the successful runs most similar to the task
 * called, and at whether a procedure still works. A procedure that was not learned from runs, but
 * written by hand or imported, counts as a run itself, with its words and its tools.
 */
final class Selector {

  /** The share of the task that runs of the same kind of task cover, hardly ever less. */
  private static final double KNOWN_KIND = 0.26;

  /** A rate of success that is no better than chance. */
  private static final double CHANCE = 0.5;

  /** How many procedures are looked at that may have no run behind them. */
  private static final int MAX_FOUND = 100;

  private final MemoryStore store;
  private final CheckedRequest question;
  private final TextAnalyzer analyzer;
  private final @Nullable Filter filter;

  /** Chooses for a question. */
  Selector(MemoryStore store, CheckedRequest question, TextAnalyzer analyzer) {
    this.store = store;
    this.question = question;
    this.analyzer = analyzer;
    this.filter = question.procedures();
  }

  /**
   * What was chosen.
   *
   * @param fits the best first
   * @param coverage how much of the task the nearest run covers, 0 to 1
   */
  record Choice(List<Fit> fits, double coverage) {

    static final Choice NONE = new Choice(List.of(), 0);

    double confidence() {
      return fits.get(0).score() * Math.min(1, coverage / KNOWN_KIND);
    }

    boolean needsMore(double threshold) {
      return confidence() < threshold || fits.get(0).record().upper() < CHANCE;
    }
  }

  /**
   * The choice.
   *
   * @param found the procedures that words of the task were found in, the best first
   */
  Choice choose(List<Hit> found) {
    // In an order, so that sums are the same to the last bit every time.
    List<String> words =
        analyzer.topicTerms(Masks.withoutIds(question.descriptor())).stream()
            .distinct()
            .limit(QueryTerms.MAX_ASKED)
            .sorted()
            .toList();
    if (filter == null || words.isEmpty()) {
      return Choice.NONE;
    }
    NearestRuns nearest = nearest(words, unlearned(found));
    if (nearest.isEmpty()) {
      return Choice.NONE;
    }
    List<MemoryRecord> candidates = new ArrayList<>();
    List<StoredRecord> read = read(procedures(nearest));
    read.forEach(stored -> candidates.add(stored.record()));
    TrackRecords records = TrackRecords.of(candidates, store);
    List<Fit> fits =
        read.stream().map(stored -> fit(stored, nearest, records)).sorted(Fit.BEST_FIRST).toList();
    return fits.isEmpty() ? Choice.NONE : new Choice(fits, nearest.coverage());
  }

  /** The procedures found that were not learned from runs, each as a run. */
  private List<KeptRun> unlearned(List<Hit> found) {
    List<String> ids = found.stream().limit(MAX_FOUND).map(Hit::id).toList();
    if (ids.isEmpty()) {
      return List.of();
    }
    Set<String> learned = new HashSet<>();
    store
        .find(ids.stream().map(ProcedureKeys::standsForRuns).toList())
        .forEach(key -> learned.add(String.valueOf(key.owner())));
    return read(ids.stream().filter(id -> !learned.contains(id)).toList()).stream()
        .map(stored -> asRun(stored.record()))
        .toList();
  }

  private KeptRun asRun(MemoryRecord record) {
    ProcedureSummary summary = ProcedureSummary.of(record);
    Map<String, Integer> words = new HashMap<>();
    analyzer.terms(summary.words()).forEach(word -> words.merge(word, 1, Integer::sum));
    Map<String, Integer> tools = new HashMap<>();
    summary.tools().forEach(tool -> tools.merge(tool, 1, Integer::sum));
    return new KeptRun(
        record.id(),
        record.scope(),
        record.sensitivity(),
        record.createdAt(),
        words,
        tools,
        List.of());
  }

  private NearestRuns nearest(List<String> words, List<KeptRun> unlearned) {
    Visibility visibility = question.filter().visibility();
    RunMatches kept = store.matchRuns(visibility, words, RunComparison.LATEST);
    RunComparison comparison = new RunComparison(words, kept, unlearned);
    List<KeptRun> runs = new ArrayList<>(unlearned);
    store.keptRuns(mostLike(kept, comparison)).stream()
        .filter(run -> visibility.sees(run.scope(), run.sensitivity()))
        .forEach(runs::add);
    List<SimilarRun> near =
        runs.stream()
            .map(run -> new SimilarRun(run, comparison.similarity(run)))
            .filter(it -> it.similarity() > 0)
            .sorted(NearestRuns.NEAREST_FIRST)
            .limit(NearestRuns.MAX)
            .toList();
    return new NearestRuns(near, near.isEmpty() ? 0 : comparison.coverage(near.get(0).run()));
  }

  /** The numbers of the runs most like the task, and of those that are as like as the last. */
  private static List<Long> mostLike(RunMatches kept, RunComparison comparison) {
    List<Match> matches = kept.matches();
    double[] similarities = comparison.similarities(kept);
    double least = leastOfMost(similarities);
    return IntStream.range(0, similarities.length)
        .filter(i -> similarities[i] >= least)
        .mapToObj(i -> matches.get(i).number())
        .toList();
  }

  /** The least of the greatest {@value NearestRuns#MAX}; 0 without any. */
  private static double leastOfMost(double[] similarities) {
    PriorityQueue<Double> most = new PriorityQueue<>();
    for (double similarity : similarities) {
      if (most.size() < NearestRuns.MAX) {
        most.add(similarity);
      } else if (similarity > most.element()) {
        most.remove();
        most.add(similarity);
      }
    }
    return most.isEmpty() ? 0 : most.element();
  }

  /** The ids of the procedures that stand for runs. */
  private Set<String> procedures(NearestRuns nearest) {
    Set<String> ids = new LinkedHashSet<>();
    Set<String> groups = new LinkedHashSet<>();
    for (SimilarRun near : nearest.runs()) {
      groups.addAll(near.run().groups());
      if (near.run().groups().isEmpty()) {
        ids.add(near.run().id());
      }
    }
    store
        .find(groups.stream().map(ProcedureKeys::procedureOf).toList())
        .forEach(key -> ids.add(key.value()));
    return ids;
  }

  /** Those of some procedures that may be selected. */
  private List<StoredRecord> read(Collection<String> ids) {
    return ids.isEmpty() || filter == null
        ? List.of()
        : store.get(ids, CandidateSearch.MAX_TO_JUDGE).stream()
            .filter(filter::passes)
            .filter(stored -> !stored.record().isRetired())
            .filter(stored -> !question.context().rulesOut(stored.record()))
            .toList();
  }

  private Fit fit(StoredRecord stored, NearestRuns nearest, TrackRecords records) {
    MemoryRecord record = stored.record();
    return new Fit(
        hit(stored), nearest.overlap(ProcedureSummary.of(record).tools()), records.of(record));
  }

  private Hit hit(StoredRecord stored) {
    MemoryRecord record = stored.record();
    double salience =
        record
            .lifecycle()
            .log2SalienceAt(
                stored.anchor().salience(), stored.anchor().at(), question.filter().at());
    return new Hit(record.id(), record.createdAt(), salience, Map.of(), 0, "");
  }
}
