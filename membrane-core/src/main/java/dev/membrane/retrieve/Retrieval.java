package dev.membrane.retrieve;

import static java.util.stream.Collectors.toMap;

import dev.membrane.schema.MemoryRecord;
import dev.membrane.spi.Hit;
import dev.membrane.spi.MemoryStore;
import dev.membrane.text.RecordTies;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** The way from one question to its answer. Not thread-safe. */
final class Retrieval {

  /** The most bytes of record JSON in an answer, its selection included. */
  private static final long ANSWER = 16L << 20;

  /** The most of them that a selection takes. */
  private static final long SELECTION = ANSWER / 4;

  /** How many records are asked for their neighbours, those that the text speaks for most. */
  private static final int REACH = 200;

  private final MemoryStore store;
  private final RetrievalConfig config;
  private final Question question;
  private final Query query;
  private final Meaning meaning;
  private final RecordTies ties;
  private final Searches searches;

  Retrieval(
      MemoryStore store,
      RetrievalConfig config,
      Question question,
      Query query,
      Meaning meaning,
      RecordTies ties) {
    this.store = store;
    this.config = config;
    this.question = question;
    this.query = query;
    this.meaning = meaning;
    this.ties = ties;
    this.searches = new Searches(store, question);
  }

  RetrieveAnswer answer() {
    List<Hit> found = searches.byTerms(question.filterInFull(), query);
    Nearness nearness = searches.byMeaning(meaning);
    return found.isEmpty() && nearness.isEmpty() ? bySalience() : byScore(found, nearness);
  }

  private RetrieveAnswer bySalience() {
    List<Candidate> order =
        searches.bySalience(question.limit()).stream().map(Candidate::bySalience).toList();
    return sheet(question, ANSWER).fill(order).answer(null, false);
  }

  private RetrieveAnswer byScore(List<Hit> found, Nearness nearness) {
    List<Fit> fits = new Selector(store, question, query).fits(searches, meaning, nearness);
    Map<String, Hit> matches = new LinkedHashMap<>();
    nearness.hits().forEach(hit -> matches.put(hit.id(), hit));
    found.forEach(hit -> matches.put(hit.id(), hit));
    fits.forEach(fit -> matches.put(fit.hit().id(), fit.hit()));
    List<Candidate> order = order(matches, fits, nearness);
    AnswerSheet selected = select(order, fits);
    return sheet(question, ANSWER - selected.used())
        .fill(order)
        .answer(selection(selected, fits), selected.isTruncated());
  }

  private List<Candidate> order(Map<String, Hit> matches, List<Fit> fits, Nearness nearness) {
    List<Hit> salient = searches.bySalience(Math.max(Searches.CANDIDATES, question.limit()));
    Map<String, Passage> passages = passages(matches);
    Signal text = Signal.text(1 - config.vectorWeight(), scores(passages.values()));
    List<Hit> textual = searches.best(hits(passages), text);
    Map<String, Passage> candidates = new LinkedHashMap<>();
    Consumer<Hit> enter =
        hit -> candidates.put(hit.id(), passages.getOrDefault(hit.id(), Passage.alone(hit)));
    textual.forEach(enter);
    nearness.hits().forEach(enter);
    fits.forEach(fit -> enter.accept(fit.hit()));
    List<String> found = textual.stream().map(Hit::id).filter(id -> text.value(id) > 0).toList();
    Signal vector = nearness.among(candidates.keySet(), found, meaning, config.vectorWeight());
    salient.stream().limit(Searches.CANDIDATES).forEach(enter);
    return new Fusion(config.relevanceWeight())
        .order(candidates, List.of(text, vector), fits, salient);
  }

  /** What was found, as it is understood beside its neighbours. */
  private Map<String, Passage> passages(Map<String, Hit> matches) {
    Signal alone = Signal.text(1, scores(matches.values().stream().map(Passage::alone).toList()));
    List<Hit> best = searches.best(matches.values(), alone);
    List<Hit> found = best.subList(0, Math.min(best.size(), REACH));
    Loans loans = new Loans(matches, query.meanLength());
    double weight = config.neighbourWeight();
    Set<String> facts = new Neighbourhood(weight).lend(store, question, found, loans);
    new Kinship(weight, ties).lend(store, question, found, facts, loans);
    return loans.passages();
  }

  private Map<String, Double> scores(Collection<Passage> passages) {
    return passages.stream().collect(toMap(passage -> passage.hit().id(), query::score));
  }

  private static List<Hit> hits(Map<String, Passage> passages) {
    return passages.values().stream().map(Passage::hit).toList();
  }

  private AnswerSheet select(List<Candidate> order, List<Fit> fits) {
    Map<String, Candidate> byId = order.stream().collect(toMap(Candidate::id, it -> it));
    List<Candidate> best = new ArrayList<>();
    fits.forEach(fit -> best.add(byId.get(fit.hit().id())));
    return sheet(question.unexplained(), SELECTION).fill(best);
  }

  private @Nullable Selection selection(AnswerSheet selected, List<Fit> fits) {
    if (fits.isEmpty()) {
      return null;
    }
    Map<String, Double> scores = fits.stream().collect(toMap(fit -> fit.hit().id(), Fit::score));
    List<MemoryRecord> records = selected.records().stream().map(MemoryRecord.class::cast).toList();
    double confidence = Selector.confidence(fits);
    return new Selection(
        records,
        records.stream().map(record -> scores.getOrDefault(record.id(), 0.0)).toList(),
        confidence,
        confidence < config.selectionConfidenceThreshold());
  }

  private AnswerSheet sheet(Question about, long room) {
    return new AnswerSheet(store, about, query, new Room(room));
  }
}
