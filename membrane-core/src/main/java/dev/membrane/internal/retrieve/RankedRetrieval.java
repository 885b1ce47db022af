package dev.membrane.internal.retrieve;

import static java.util.stream.Collectors.toMap;

import dev.membrane.RetrieveAnswer;
import dev.membrane.RetrieveAnswer.SelectedProcedure;
import dev.membrane.RetrieveAnswer.Selection;
import dev.membrane.internal.access.ByteBudget;
import dev.membrane.internal.retrieve.Selector.Choice;
import dev.membrane.internal.retrieve.question.DescriptorCues;
import dev.membrane.internal.retrieve.question.QueryWords;
import dev.membrane.internal.text.RecordTies;
import dev.membrane.internal.view.AskedFor;
import dev.membrane.schema.Limits;
import dev.membrane.schema.MemoryRecord;
import dev.membrane.schema.RecordView;
import dev.membrane.spi.Tracer.Span;
import dev.membrane.spi.Tracer.TracedStep;
import dev.membrane.spi.search.Filter;
import dev.membrane.spi.search.Hit;
import dev.membrane.spi.store.MemoryStore;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Answers one question: it searches candidates, ranks them and builds the answer. Not thread-safe.
 */
final class RankedRetrieval {

  /** The most bytes of an answer that a selection takes. */
  private static final long SELECTION = Limits.MAX_ANSWER_BYTES / 4;

  /** How many records are asked for their neighbours, those that the text speaks for most. */
  private static final int REACH = 100;

  private final MemoryStore store;
  private final RetrievalParts parts;
  private final RetrievalConfig config;
  private final CheckedRequest question;
  private final QueryWords words;
  private final QueryTerms query;
  private final CandidateSearch searches;
  private final HitTraits traits;
  private final DescriptorCues cues;

  RankedRetrieval(MemoryStore store, RetrievalParts parts, CheckedRequest question) {
    this.store = store;
    this.parts = parts;
    this.config = parts.config();
    this.question = question;
    this.searches = new CandidateSearch(store, question);
    this.traits = new HitTraits(config.sittingPause());
    this.cues = DescriptorCues.of(question.descriptor(), question.filter().at(), parts.analyzer());
    this.words = QueryWords.of(question.descriptor(), cues.date(), parts.analyzer());
    this.query = QueryTerms.of(question.descriptor(), words, store, question.filter().visibility());
  }

  /** What the question asks for. */
  AskedFor asked() {
    return words;
  }

  /**
   * The answer.
   *
   * @param byVector asked for what is near when that is needed
   */
  RetrieveAnswer answer(Supplier<VectorCandidates> byVector) {
    List<Hit> found;
    List<Hit> procedures;
    CuedRecords cued;
    try (Span pool = parts.tracer().step(TracedStep.CANDIDATE_POOL)) {
      Filter wanted = question.filterInFull();
      Filter chosen = question.procedures();
      found = searches.byTerms(wanted, query);
      procedures = wanted.equals(chosen) ? found : searches.byTerms(chosen, query);
      cued = new CuedRecords(store, searches, cues);
      pool.records(found.size() + cued.all().size());
    }
    Supplier<Choice> choosing =
        question.descriptor().isEmpty() // Nothing to choose by: no other thread is woken for that.
            ? () -> choose(procedures)
            : parts.work().begin(() -> choose(procedures));
    VectorCandidates near = byVector.get();
    Choice choice = choosing.get();
    return found.isEmpty()
            && cued.all().isEmpty()
            && near.all().isEmpty()
            && choice.fits().isEmpty()
        ? bySalience()
        : byScore(found, cued, procedures, near, choice);
  }

  private RetrieveAnswer bySalience() {
    List<RankedCandidate> order =
        question.matchingOnly()
            ? List.of()
            : searches.bySalience(question.limit()).stream()
                .map(RankedCandidate::bySalience)
                .toList();
    try (Span hydration = parts.tracer().step(TracedStep.HYDRATION)) {
      AnswerBuilder answered = answerBuilder(question, Limits.MAX_ANSWER_BYTES).fill(order);
      hydration.records(answered.records().size());
      return answered.answer(null, false);
    }
  }

  private Choice choose(List<Hit> procedures) {
    try (Span selection = parts.tracer().step(TracedStep.SELECTION)) {
      List<Hit> best =
          procedures.stream()
              .map(hit -> scored(ExpandedRecord.alone(hit)))
              .sorted(ScoredRecord.BEST_FIRST)
              .map(ScoredRecord::hit)
              .toList();
      selection.records(best.size());
      return new Selector(store, question, parts.analyzer()).choose(best);
    }
  }

  private RetrieveAnswer byScore(
      List<Hit> found,
      CuedRecords cued,
      List<Hit> procedures,
      VectorCandidates near,
      Choice choice) {
    // Its filter serves one thread at a time, so this is another.
    CandidateSearch salience = new CandidateSearch(store, question);
    Supplier<List<Hit>> looking = parts.work().begin(() -> salience.bySalience(firstRead()));
    Expansion expanded = expanded(found, near);
    List<Hit> salient = looking.get();
    Set<String> unfit = new HashSet<>();
    Stream.of(near.procedures().hits(), procedures)
        .flatMap(List::stream)
        .forEach(hit -> unfit.add(hit.id()));
    ProcedureFits fits = new ProcedureFits(choice.fits(), unfit);
    List<RankedCandidate> order;
    try (Span fusion = parts.tracer().step(TracedStep.FUSION)) {
      order = order(pool(expanded, cued, near.all(), fits), salient, salience);
      fusion.records(order.size());
    }
    return hydrated(order, choice);
  }

  private Expansion expanded(List<Hit> found, VectorCandidates near) {
    Map<String, Hit> matches = new LinkedHashMap<>();
    Stream.of(near.all().hits(), found)
        .flatMap(List::stream)
        .forEach(hit -> matches.put(hit.id(), hit));
    try (Span expansion = parts.tracer().step(TracedStep.NEIGHBOUR_EXPANSION)) {
      Expansion expanded = expanded(matches);
      expansion.records(expanded.scored().size());
      return expanded;
    }
  }

  private RetrieveAnswer hydrated(List<RankedCandidate> order, Choice choice) {
    try (Span hydration = parts.tracer().step(TracedStep.HYDRATION)) {
      AnswerBuilder selected = select(order, choice.fits());
      AnswerBuilder answered =
          answerBuilder(question, Limits.MAX_ANSWER_BYTES - selected.used()).fill(wanted(order));
      hydration.records(answered.records().size());
      return answered.answer(selection(selected, answered, choice), selected.isTruncated());
    }
  }

  private List<RankedCandidate> wanted(List<RankedCandidate> order) {
    return question.matchingOnly()
        ? order.stream().filter(candidate -> candidate.relevance() > 0).toList()
        : order;
  }

  /**
   * Only as few of the most salient records are read at first as are needed, since most of the
   * {@value CandidateSearch#CANDIDATES} candidates end up behind those that match by words or
   * vectors. If only matching records are wanted, it is not known in advance at which place the
   * last wanted one is.
   */
  private int firstRead() {
    return question.matchingOnly()
        ? mostRead()
        : Math.min(question.limit() + CandidateSearch.CHUNK, mostRead());
  }

  private int mostRead() {
    return question.matchingOnly()
        ? CandidateSearch.CANDIDATES
        : Math.max(CandidateSearch.CANDIDATES, question.limit());
  }

  /** The order by score. */
  private List<RankedCandidate> order(
      CandidatePool pool, List<Hit> salient, CandidateSearch salience) {
    CandidatePool.PoolOrder order = pool.order(salient);
    boolean isWhole = salient.size() < firstRead() || firstRead() == mostRead();
    return isWhole || order.isDecided(question.limit())
        ? order.records()
        : pool.order(salience.bySalience(mostRead())).records();
  }

  private CandidatePool pool(
      Expansion found, CuedRecords cued, NearestRecords nearest, ProcedureFits fits) {
    List<Hit> textual = searches.best(found.scored().values(), CandidateSearch.CANDIDATES);
    List<Hit> matching = Stream.of(textual, nearest.hits()).flatMap(List::stream).toList();
    return new CandidatePool(
        config,
        found.scored(),
        textual,
        cued.all(),
        nearest,
        fits,
        new RelevanceRule(
            cues,
            config.relevance(),
            traits,
            found.origins(),
            cued.ofDay(matching),
            cued.ofOutcome()),
        best -> ContextWindow.around(best, store, question, traits));
  }

  /**
   * What was found, scored with what its neighbours add.
   *
   * @param origins by the ids of facts, those of other records found that they came from
   */
  private record Expansion(Map<String, ScoredRecord> scored, Map<String, Set<String>> origins) {}

  private Expansion expanded(Map<String, Hit> matches) {
    Map<String, ScoredRecord> alone = new LinkedHashMap<>();
    matches.forEach((id, hit) -> alone.put(id, scored(ExpandedRecord.alone(hit))));
    List<Hit> found = searches.best(alone.values(), REACH);
    NeighbourWeights weights = new NeighbourWeights(matches, query.meanLength());
    double weight = config.neighbourWeight();
    new NeighbourExpansion(weight, traits).expand(store, question, found, weights);
    Map<String, Set<String>> origins =
        new RelatedFacts(weight, new RecordTies(parts.analyzer()))
            .expand(store, question, found, weights);
    weights.expandedRecords().forEach((id, expanded) -> alone.put(id, scored(expanded)));
    return new Expansion(alone, origins);
  }

  private ScoredRecord scored(ExpandedRecord expanded) {
    return new ScoredRecord(expanded, query.score(expanded));
  }

  private AnswerBuilder select(List<RankedCandidate> order, List<Fit> fits) {
    Map<String, RankedCandidate> byId =
        order.stream()
            .filter(candidate -> candidate.fit() != null)
            .collect(toMap(RankedCandidate::id, candidate -> candidate));
    List<RankedCandidate> best = new ArrayList<>();
    fits.forEach(fit -> best.add(byId.get(fit.hit().id())));
    return answerBuilder(question.unexplained(), SELECTION).withoutHeaders().fill(best);
  }

  private @Nullable Selection selection(
      AnswerBuilder selected, AnswerBuilder answered, Choice choice) {
    if (choice.fits().isEmpty()) {
      return null;
    }
    Map<String, Double> scores =
        choice.fits().stream().collect(toMap(fit -> fit.hit().id(), Fit::score));
    List<MemoryRecord> records = selected.records().stream().map(MemoryRecord.class::cast).toList();
    Set<String> shown =
        Stream.of(selected.records(), answered.records())
            .flatMap(List::stream)
            .map(RecordView::id)
            .collect(Collectors.toSet());
    return new Selection(
        records.stream()
            .map(it -> new SelectedProcedure(it, scores.getOrDefault(it.id(), 0.0)))
            .toList(),
        choice.confidence(),
        choice.needsMore(config.selectionConfidenceThreshold()),
        stopped(choice, shown));
  }

  private static List<String> stopped(Choice choice, Set<String> shown) {
    return choice.fits().stream()
        .filter(fit -> fit.record().hasStoppedWorking())
        .map(fit -> fit.hit().id())
        .filter(shown::contains)
        .toList();
  }

  private AnswerBuilder answerBuilder(CheckedRequest about, long most) {
    return new AnswerBuilder(store, about, query, new ByteBudget(most, ByteBudget.LARGEST_RECORD));
  }
}
