package dev.membrane.internal.retrieve;

import dev.membrane.internal.retrieve.Relevance.Parts;
import dev.membrane.schema.JsonArray;
import dev.membrane.schema.JsonObject;
import dev.membrane.schema.JsonValue;
import dev.membrane.schema.MemoryRecord;
import dev.membrane.schema.RecordView;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/**
 * The reasons for the place of a record, as JSON. {@code score} is the sum over {@code relevance}
 * and {@code salience} of {@code weight * normalised}; {@code ranked_by} says whether this score or
 * salience alone decided the place. Relevance is {@code role} times the sum of {@code event},
 * {@code date}, {@code outcome}, {@code speaker}, {@code time_expression}, {@code window} and the
 * sum over its {@code signals} of {@code share * normalised}, divided by that of the {@code best}.
 * The signals are {@code text} and, if the record has a vector, {@code vector}; the share of each
 * is that of its {@code weight} in all of the record's. The {@code value} of each is put on a scale
 * from {@code zero}, the value that means nothing, to the {@code best}. {@code neighbours} has the
 * records whose text counts, by a {@code share}, as if it were this record's own. {@code claimed}
 * says that the counts of a procedure are what a caller stated, and so do not count. A redacted
 * record shows only its salience.
 */
final class Explanation {

  private final Map<String, JsonValue> members = new LinkedHashMap<>();

  private Explanation() {}

  static JsonObject of(RankedCandidate candidate, RecordView view, QueryTerms query) {
    Explanation explanation = new Explanation();
    explanation.put("id", view.id());
    explanation.put("type", view.type().wireName());
    explanation.put("ranked_by", candidate.byScore() ? "score" : "salience");
    explanation.put("score", candidate.score());
    explanation.put("relevance", relevance(candidate, view));
    explanation.put("salience", salience(candidate));
    if (view instanceof MemoryRecord && candidate.matched()) {
      explanation.put("terms", terms(candidate, query));
      explanation.put("neighbours", all(candidate.expanded().shares(), Explanation::neighbour));
    }
    return explanation.json();
  }

  private static JsonObject relevance(RankedCandidate candidate, RecordView view) {
    Explanation relevance = new Explanation();
    relevance.put("weight", candidate.relevanceWeight());
    relevance.put("normalised", candidate.relevance());
    if (view instanceof MemoryRecord) {
      double weights = Signal.weights(candidate.readings());
      relevance.put("signals", all(candidate.readings(), it -> signal(it, weights)));
      Parts parts = candidate.parts();
      relevance.put("event", parts.event());
      relevance.put("date", parts.cued().date());
      relevance.put("outcome", parts.cued().outcome());
      relevance.put("speaker", parts.cued().speaker());
      relevance.put("time_expression", parts.cued().time());
      relevance.put("window", parts.window());
      relevance.put("role", parts.role());
      relevance.put("best", candidate.highest());
      if (candidate.fit() != null) {
        relevance.put("selector", selector(candidate.fit()));
      }
    }
    return relevance.json();
  }

  private static JsonObject signal(Signal.SignalValue reading, double weights) {
    Explanation signal = new Explanation();
    signal.put("signal", reading.name());
    signal.put("weight", reading.weight());
    signal.put("share", weights == 0 ? 0 : reading.weight() / weights);
    signal.put("value", reading.value());
    signal.put("zero", reading.zero());
    signal.put("best", reading.best());
    signal.put("normalised", reading.normalised());
    return signal.json();
  }

  private static JsonObject selector(Fit fit) {
    Explanation selector = new Explanation();
    selector.put("fit", fit.overlap());
    selector.put("works", fit.record().works());
    selector.put("success_at_best", fit.record().upper());
    selector.put("mean_success", fit.record().mean());
    selector.put("stopped_working", fit.record().hasStoppedWorking());
    selector.put("score", fit.score());
    selector.put("claimed", fit.record().isClaimed());
    return selector.json();
  }

  private static JsonObject salience(RankedCandidate candidate) {
    Explanation salience = new Explanation();
    salience.put("weight", 1 - candidate.relevanceWeight());
    salience.put("value", candidate.hit().salience());
    salience.put("normalised", candidate.salience());
    return salience.json();
  }

  private static JsonArray terms(RankedCandidate candidate, QueryTerms query) {
    return all(query.parts(candidate.expanded()), Explanation::term);
  }

  private static JsonObject term(Bm25.TermScore part) {
    Explanation term = new Explanation();
    term.put("term", part.term());
    term.put("count", part.count());
    term.put("idf", part.idf());
    term.put("tf", part.frequency());
    term.put("contribution", part.contribution());
    return term.json();
  }

  private static JsonObject neighbour(ExpandedRecord.NeighbourShare one) {
    Explanation neighbour = new Explanation();
    neighbour.put("id", one.from().id());
    neighbour.put("share", one.share());
    return neighbour.json();
  }

  private static <T> JsonArray all(List<T> items, Function<T, JsonObject> toJson) {
    return new JsonArray(items.stream().<JsonValue>map(toJson).toList());
  }

  private void put(String name, Object value) {
    members.put(name, JsonValue.of(value));
  }

  private JsonObject json() {
    return new JsonObject(members);
  }
}
