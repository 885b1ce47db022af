package dev.membrane.benchmarks.relevance;

import com.fasterxml.jackson.databind.JsonNode;
import dev.membrane.benchmarks.relevance.Conversation.ConversationQuestion;
import dev.membrane.benchmarks.relevance.Conversation.ConversationTurn;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Reads conversations in the shape of LoCoMo: sessions of turns, and questions whose evidence names
 * turns.
 */
final class ConversationReader {

  private static final Pattern SESSION = Pattern.compile("session_(\\d{1,9})");

  /** As in "1:56 pm on 8 May, 2023". */
  private static final DateTimeFormatter DATE =
      new DateTimeFormatterBuilder()
          .parseCaseInsensitive()
          .appendPattern("h:mm a 'on' d MMMM, uuuu")
          .toFormatter(Locale.ENGLISH);

  /** A session without a date is a day after the one before. */
  private static final Instant FIRST = Instant.parse("2023-01-01T12:00:00Z");

  /** Turns have no times of their own. */
  private static final Duration BETWEEN_TURNS = Duration.ofMinutes(1);

  /** Several ids may share a string, such as "D8:6; D9:17". */
  private static final Pattern BETWEEN_IDS = Pattern.compile("[;,\\s]+");

  private final String file;

  ConversationReader(String file) {
    this.file = file;
  }

  List<Conversation> conversations(JsonNode root) {
    require(root.isArray(), "must be a list of conversations");
    List<Conversation> all = new ArrayList<>();
    root.forEach(each -> all.add(conversation(each)));
    return all;
  }

  private Conversation conversation(JsonNode sample) {
    String id = text(sample, "sample_id");
    List<ConversationTurn> turns = turns(sample.path("conversation"));
    require(!turns.isEmpty(), id + " has no turns");
    Set<String> said = turns.stream().map(ConversationTurn::id).collect(Collectors.toSet());
    List<ConversationQuestion> questions = new ArrayList<>();
    for (JsonNode asked : sample.path("qa")) {
      Set<String> evidence = evidence(asked.path("evidence"), said);
      if (!evidence.isEmpty()) {
        questions.add(
            new ConversationQuestion(text(asked, "question"), evidence, text(asked, "category")));
      }
    }
    return new Conversation(id, turns, questions);
  }

  private List<ConversationTurn> turns(JsonNode conversation) {
    SortedMap<Integer, JsonNode> sessions = new TreeMap<>();
    for (Map.Entry<String, JsonNode> member : conversation.properties()) {
      Matcher name = SESSION.matcher(member.getKey());
      if (name.matches()) {
        sessions.put(Integer.valueOf(name.group(1)), member.getValue());
      }
    }
    List<ConversationTurn> turns = new ArrayList<>();
    Instant began = FIRST;
    for (Map.Entry<Integer, JsonNode> session : sessions.entrySet()) {
      String date = conversation.path("session_" + session.getKey() + "_date_time").asText();
      began = began(date).orElse(began.plus(Duration.ofDays(1)));
      Instant at = began;
      for (JsonNode turn : session.getValue()) {
        turns.add(turn(turn, at));
        at = at.plus(BETWEEN_TURNS);
      }
    }
    return turns;
  }

  /** When a session began, if that is known. */
  private static Optional<Instant> began(String date) {
    try {
      return Optional.of(LocalDateTime.parse(date, DATE).toInstant(ZoneOffset.UTC));
    } catch (DateTimeParseException unknown) {
      return Optional.empty();
    }
  }

  private ConversationTurn turn(JsonNode turn, Instant at) {
    String speaker = text(turn, "speaker");
    String said = speaker + ": " + text(turn, "text");
    boolean shares = turn.hasNonNull("blip_caption");
    return new ConversationTurn(
        text(turn, "dia_id"),
        at,
        speaker,
        shares ? said + " [shares " + text(turn, "blip_caption") + "]" : said);
  }

  /** Ids of turns that are not there are left out. */
  private static Set<String> evidence(JsonNode given, Set<String> said) {
    Set<String> evidence = new LinkedHashSet<>();
    for (JsonNode item : given.isArray() ? given : List.of(given)) {
      BETWEEN_IDS.splitAsStream(item.asText()).filter(said::contains).forEach(evidence::add);
    }
    return evidence;
  }

  private String text(JsonNode node, String member) {
    JsonNode value = node.path(member);
    require(value.isValueNode() && !value.isNull(), "a " + member + " is missing");
    return value.asText();
  }

  private void require(boolean holds, String otherwise) {
    if (!holds) {
      throw new UnusableDataException(file + ": " + otherwise);
    }
  }
}
