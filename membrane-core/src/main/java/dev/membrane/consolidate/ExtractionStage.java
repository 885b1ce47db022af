package dev.membrane.consolidate;

import dev.membrane.schema.EvidenceType;
import dev.membrane.schema.JsonObject;
import dev.membrane.schema.JsonValue;
import dev.membrane.schema.MemoryRecord;
import dev.membrane.schema.Sensitivity;
import dev.membrane.schema.json.RecordCodec;
import dev.membrane.spi.CandidateFact;
import dev.membrane.spi.Episode;
import dev.membrane.spi.Extractor;
import dev.membrane.spi.Notebook;
import dev.membrane.spi.Stage;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Makes facts of what an extractor finds in episodes. Whatever an extractor answers, a fact has
 * words, is of the episode that was asked about and is never more certain than it. Episodes above a
 * sensitivity are never shown to the extractor.
 */
public final class ExtractionStage implements Stage {

  /** The name of the stage. */
  public static final String NAME = "llm-extraction";

  private static final RecordCodec CODEC = new RecordCodec();
  private static final double MOST_CONFIDENCE = 0.85;
  private static final int MAX_FACTS = 100;
  private static final int MAX_WORDS = 1_000;

  /** Facts are kept and withdrawn as those of that stage are. */
  private final SemanticStage facts = new SemanticStage();

  private final RecentLessons recent = new RecentLessons();
  private final Extractor extractor;
  private final Sensitivity maxSensitivity;

  /**
   * A stage.
   *
   * @param extractor finds the facts
   * @param maxSensitivity the highest sensitivity of episodes that it is shown
   */
  public ExtractionStage(Extractor extractor, Sensitivity maxSensitivity) {
    this.extractor = extractor;
    this.maxSensitivity = maxSensitivity;
  }

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public String author() {
    return "semantic-extractor";
  }

  /** Asks the extractor, once for each version of an episode if all goes well. */
  @Override
  public JsonObject lesson(Episode episode) {
    return maxSensitivity.covers(episode.record().sensitivity())
        ? recent.of(episode, this::ask)
        : new JsonObject(Map.of());
  }

  private JsonObject ask(Episode episode) {
    MemoryRecord record = episode.record();
    Map<String, JsonValue> found = new LinkedHashMap<>();
    for (CandidateFact fact : extractor.extract(List.of(episode))) {
      if (found.size() < MAX_FACTS && isSound(fact, record.id())) {
        found.putIfAbsent(note(fact), lesson(fact, episode));
      }
    }
    return found.isEmpty()
        ? new JsonObject(Map.of())
        : Fields.none().put("facts", new JsonObject(found)).toJson();
  }

  private static boolean isSound(CandidateFact fact, String episodeId) {
    return fact.episodeId().equals(episodeId)
        && isWording(fact.subject())
        && isWording(fact.predicate())
        && isStorable(CODEC.write(fact.object()))
        && fact.confidence() >= 0
        && fact.confidence() <= 1;
  }

  private static boolean isWording(String text) {
    return !text.isBlank() && text.length() <= MAX_WORDS && isStorable(text);
  }

  /** No NUL, escaped or not, and no half of a surrogate pair, which no record may hold. */
  private static boolean isStorable(String text) {
    return text.indexOf('\0') < 0
        && !text.contains("\\u0000")
        && text.codePoints().noneMatch(point -> point >= 0xD800 && point <= 0xDFFF);
  }

  private static String note(CandidateFact fact) {
    String subject = fact.subject().strip();
    String predicate = fact.predicate().strip();
    String object = CODEC.write(fact.object());
    return "fact:"
        + subject.length()
        + ":"
        + predicate.length()
        + ":"
        + subject
        + predicate
        + object;
  }

  private static JsonValue lesson(CandidateFact fact, Episode episode) {
    double most = Math.min(MOST_CONFIDENCE, episode.record().confidence());
    return Fields.none()
        .put("subject", fact.subject().strip())
        .put("predicate", fact.predicate().strip())
        .put("object", fact.object())
        .put("confidence", Math.min(most, fact.confidence()))
        .put("evidence", EvidenceType.EVENT.wireName())
        .put("at", episode.settledAt())
        .toJson();
  }

  @Override
  public Collection<String> notes(JsonObject lesson) {
    return facts.notes(lesson);
  }

  @Override
  public void exchange(String episodeId, JsonObject former, JsonObject lesson, Notebook notebook) {
    facts.exchange(episodeId, former, lesson, notebook);
  }
}
