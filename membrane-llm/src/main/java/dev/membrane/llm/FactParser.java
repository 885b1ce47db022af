package dev.membrane.llm;

import dev.membrane.schema.JsonArray;
import dev.membrane.schema.JsonBoolean;
import dev.membrane.schema.JsonNull;
import dev.membrane.schema.JsonNumber;
import dev.membrane.schema.JsonObject;
import dev.membrane.schema.JsonString;
import dev.membrane.schema.JsonValue;
import dev.membrane.schema.ValidationException;
import dev.membrane.schema.json.RecordCodec;
import dev.membrane.spi.Episode;
import dev.membrane.spi.Extractor.CandidateFact;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Makes facts of what a model answers. A fact without words, or without an episode that it is of,
 * is left out; the others stay.
 */
final class FactParser {

  private static final RecordCodec CODEC = new RecordCodec();
  private static final Pattern THOUGHTS = Pattern.compile("(?s)^\\s*<think>.*?</think>");
  private static final Pattern NUMBER = Pattern.compile("\\d{1,4}");

  /** A model's opinion of its own certainty says little; the episode's is the limit anyway. */
  private static final double CERTAIN = 1;

  private FactParser() {}

  /**
   * The facts in a chat completion.
   *
   * @param episodes those that were asked about, the first is number 1
   * @throws BadAnswerException if nothing in it can be made out, or nothing can be attributed
   */
  static List<CandidateFact> facts(JsonObject completion, List<Episode> episodes) {
    String text = THOUGHTS.matcher(content(completion)).replaceFirst("");
    FoundObjects found = FoundObjects.in(text);
    boolean isAlone = episodes.size() == 1;
    if (!found.isWhole() && (found.objects().isEmpty() || !isAlone)) {
      // Of several, those whose facts were cut off would seem to have none.
      throw new BadAnswerException("answers with no JSON, or with half of it");
    }
    if (found.objects().isEmpty() && !found.isEmpty()) {
      throw new BadAnswerException("answers with JSON without facts");
    }
    return facts(found.objects(), episodes);
  }

  private static List<CandidateFact> facts(List<String> objects, List<Episode> episodes) {
    Map<List<Object>, CandidateFact> facts = new LinkedHashMap<>();
    int homeless = 0;
    for (String object : objects) {
      Map<String, JsonValue> members = members(object);
      Optional<Episode> episode = episode(members, episodes);
      homeless += episode.isEmpty() ? 1 : 0;
      episode
          .flatMap(of -> fact(members, of))
          .ifPresent(
              fact ->
                  facts.putIfAbsent(
                      List.of(fact.episodeId(), fact.subject(), fact.predicate(), fact.object()),
                      fact));
    }
    if (homeless > 0 && homeless == objects.size()) {
      throw new BadAnswerException("answers with facts that do not say of which episode they are");
    }
    return new ArrayList<>(facts.values());
  }

  private static Map<String, JsonValue> members(String object) {
    try {
      return ((JsonObject) CODEC.parse("fact", object)).members();
    } catch (ValidationException unusable) {
      return Map.of();
    }
  }

  /** Where one episode was asked about, what names none can be of no other. */
  private static Optional<Episode> episode(Map<String, JsonValue> members, List<Episode> episodes) {
    JsonValue named = members.getOrDefault("episode", JsonNull.NULL);
    if (named instanceof JsonNull) {
      return episodes.size() == 1 && !members.isEmpty()
          ? Optional.of(episodes.get(0))
          : Optional.empty();
    }
    String text = scalar(named).strip();
    int number = NUMBER.matcher(text).matches() ? Integer.parseInt(text) : 0;
    return number >= 1 && number <= episodes.size()
        ? Optional.of(episodes.get(number - 1))
        : Optional.empty();
  }

  private static Optional<CandidateFact> fact(Map<String, JsonValue> members, Episode episode) {
    String subject = wording(members, "subject");
    String predicate = wording(members, "predicate");
    JsonValue object = members.getOrDefault("object", JsonNull.NULL);
    if (subject.isEmpty() || predicate.isEmpty() || isNothing(object)) {
      return Optional.empty();
    }
    return Optional.of(
        new CandidateFact(episode.record().id(), subject, predicate, object, confidence(members)));
  }

  private static String wording(Map<String, JsonValue> members, String name) {
    String text = scalar(members.getOrDefault(name, JsonNull.NULL)).strip();
    boolean isClean = text.chars().noneMatch(letter -> Character.isISOControl(letter));
    return isClean ? text : "";
  }

  private static boolean isNothing(JsonValue object) {
    return object instanceof JsonNull
        || (object instanceof JsonString text && text.value().isBlank())
        || (object instanceof JsonArray array && array.items().isEmpty())
        || (object instanceof JsonObject empty && empty.members().isEmpty());
  }

  private static double confidence(Map<String, JsonValue> members) {
    if (members.get("confidence") instanceof JsonNumber number) {
      return Math.max(0, Math.min(1, number.doubleValue()));
    }
    return CERTAIN;
  }

  private static String scalar(JsonValue value) {
    if (value instanceof JsonString text) {
      return text.value();
    }
    if (value instanceof JsonNumber number) {
      return number.text();
    }
    return value instanceof JsonBoolean truth ? String.valueOf(truth.value()) : "";
  }

  /** What the model wrote, in one piece or in several. */
  private static String content(JsonObject completion) {
    if (completion.members().get("choices") instanceof JsonArray choices
        && !choices.items().isEmpty()
        && choices.items().get(0) instanceof JsonObject choice
        && choice.members().get("message") instanceof JsonObject message) {
      JsonValue content = message.members().getOrDefault("content", JsonNull.NULL);
      if (content instanceof JsonString text) {
        return text.value();
      }
      if (content instanceof JsonArray parts) {
        return parts.items().stream().map(FactParser::part).collect(Collectors.joining());
      }
    }
    String what = "answers with something other than a chat completion";
    // A model that refuses, or has no tokens left, has choices without a text.
    throw completion.members().containsKey("choices")
        ? new BadAnswerException(what)
        : BadAnswerException.ofNoModel(what);
  }

  private static String part(JsonValue part) {
    return part instanceof JsonObject piece
            && piece.members().get("text") instanceof JsonString text
        ? text.value()
        : "";
  }
}
