package dev.membrane.internal.consolidate.fact;

import dev.membrane.internal.consolidate.StoredFields;
import dev.membrane.internal.consolidate.fact.Hearsay.Verdict;
import dev.membrane.internal.keys.RelationNames;
import dev.membrane.schema.JsonObject;
import dev.membrane.schema.JsonValue;
import dev.membrane.spi.Stage.LessonCodec;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * How statements are stored.
 *
 * @param isAlike whether all statements of an episode have one confidence, and the predicate of
 *     {@link SemanticStage}, so that neither is stored with each
 */
record StatementsCodec(boolean isAlike) implements LessonCodec<Statements> {

  private static final String FACTS = "facts";
  private static final String EVIDENCE = "evidence";
  private static final String SUBJECT = "subject";
  private static final String PREDICATE = "predicate";
  private static final String OBJECT = "object";
  private static final String CONFIDENCE = "confidence";
  private static final String AT = "at";

  @Override
  public JsonObject write(Statements lesson) {
    Map<String, JsonValue> facts = new LinkedHashMap<>();
    lesson.byNote().forEach((note, statement) -> facts.put(note, write(statement)));
    StoredFields stored = StoredFields.none();
    if (isAlike) {
      stored.put(CONFIDENCE, lesson.byNote().values().iterator().next().confidence());
    }
    return stored.put(FACTS, new JsonObject(facts)).toJson();
  }

  private JsonObject write(Statement statement) {
    Verdict verdict = statement.verdict();
    return StoredFields.none()
        .put(EVIDENCE, verdict.evidence().wireName())
        .put(Hearsay.TAG, verdict == Verdict.HEARSAY ? true : null)
        .put(SUBJECT, statement.subject())
        .put(PREDICATE, isAlike ? null : statement.predicate())
        .put(OBJECT, statement.object())
        .put(CONFIDENCE, isAlike ? null : statement.confidence())
        .put(AT, statement.at())
        .toJson();
  }

  @Override
  public Statements read(JsonObject stored) {
    StoredFields lesson = StoredFields.of(stored);
    double confidence = lesson.number(CONFIDENCE);
    return new Statements(
        lesson.fields(FACTS).byName((facts, note) -> read(facts.fields(note), confidence)));
  }

  private static Statement read(StoredFields fact, double sharedConfidence) {
    return new Statement(
        fact.truth(Hearsay.TAG) ? Verdict.HEARSAY : Verdict.SAID,
        fact.text(SUBJECT),
        fact.optionalText(PREDICATE).orElse(RelationNames.OBSERVED_IN),
        fact.value(OBJECT),
        fact.has(CONFIDENCE) ? fact.number(CONFIDENCE) : sharedConfidence,
        fact.instant(AT).orElse(Instant.EPOCH));
  }
}
