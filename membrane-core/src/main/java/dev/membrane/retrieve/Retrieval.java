package dev.membrane.retrieve;

import static java.util.stream.Collectors.toMap;

import dev.membrane.schema.MemoryRecord;
import dev.membrane.spi.Hit;
import dev.membrane.spi.MemoryStore;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The way from one question to its answer. Not thread-safe. */
final class Retrieval {

  /** The most bytes of record JSON in an answer, its selection included. */
  private static final long ANSWER = 16L << 20;

  /** The most of them that a selection takes. */
  private static final long SELECTION = ANSWER / 4;

  private final MemoryStore store;
  private final RetrievalConfig config;
  private final Question question;
  private final Query query;
  private final Searches searches;

  Retrieval(MemoryStore store, RetrievalConfig config, Question question, Query query) {
    this.store = store;
    this.config = config;
    this.question = question;
    this.query = query;
    this.searches = new Searches(store, question);
  }

  RetrieveAnswer answer() {
    List<Hit> found = searches.byTerms(question.filterInFull(), query);
    return found.isEmpty() ? bySalience() : byScore(found);
  }

  private RetrieveAnswer bySalience() {
    List<Candidate> order =
        searches.bySalience(question.limit()).stream().map(Candidate::bySalience).toList();
    return sheet(question, ANSWER).fill(order).answer(null, false);
  }

  private RetrieveAnswer byScore(List<Hit> found) {
    List<Fit> fits = new Selector(store, question, query).fits(searches);
    Map<String, Hit> matches = new LinkedHashMap<>();
    found.forEach(hit -> matches.put(hit.id(), hit));
    fits.forEach(fit -> matches.put(fit.hit().id(), fit.hit()));
    List<Candidate> order = order(matches, fits);
    AnswerSheet selected = select(order, fits);
    return sheet(question, ANSWER - selected.used())
        .fill(order)
        .answer(selection(selected, fits), selected.isTruncated());
  }

  private List<Candidate> order(Map<String, Hit> matches, List<Fit> fits) {
    List<Hit> salient = searches.bySalience(Math.max(Searches.CANDIDATES, question.limit()));
    Signal text =
        new Signal("text", matches.values().stream().collect(toMap(Hit::id, query::score)));
    Map<String, Hit> candidates = new LinkedHashMap<>();
    searches.best(matches.values(), text).forEach(hit -> candidates.put(hit.id(), hit));
    fits.forEach(fit -> candidates.put(fit.hit().id(), fit.hit()));
    salient.stream()
        .limit(Searches.CANDIDATES)
        .map(hit -> matches.getOrDefault(hit.id(), hit))
        .forEach(hit -> candidates.put(hit.id(), hit));
    return new Fusion(config.relevanceWeight()).order(candidates, List.of(text), fits, salient);
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
