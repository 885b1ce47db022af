package dev.membrane.benchmarks.relevance;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.membrane.benchmarks.relevance.Conversation.ConversationQuestion;
import dev.membrane.benchmarks.relevance.Conversation.ConversationTurn;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Reads a user's own conversations: each line is a message, or a question with the messages that
 * answer it. Not thread-safe.
 */
final class MessageLines {

  private static final ObjectMapper JSON = new ObjectMapper();
  private static final Instant FIRST = Instant.parse("2023-01-01T12:00:00Z");
  private static final Duration BETWEEN = Duration.ofMinutes(1);

  private final Path file;
  private final Map<String, List<ConversationTurn>> turns = new LinkedHashMap<>();
  private final Map<String, List<AskedLine>> questions = new LinkedHashMap<>();

  /** A conversation and the id of a message: evidence that names it has to mean one. */
  private final Set<List<String>> ids = new HashSet<>();

  private final List<String> leftOut = new ArrayList<>();
  private int line;

  /** A question, and the number of its line. */
  private record AskedLine(int line, JsonNode item) {}

  private MessageLines(Path file) {
    this.file = file;
  }

  /**
   * Reads a file.
   *
   * @throws UnusableDataException naming the line that is not as it must be
   */
  static DataSet read(Path file, String name) throws IOException {
    MessageLines lines = new MessageLines(file);
    for (String text : Files.readAllLines(file)) {
      lines.add(text);
    }
    return new DataSet(name, lines.conversations(), lines.leftOut);
  }

  private void add(String text) {
    line++;
    if (text.isBlank()) {
      return;
    }
    JsonNode item = parsed(text);
    String conversation = text(item, "conversation");
    if (item.has("question")) {
      text(item, "question");
      questions
          .computeIfAbsent(conversation, id -> new ArrayList<>())
          .add(new AskedLine(line, item));
    } else {
      List<ConversationTurn> before = turns.computeIfAbsent(conversation, id -> new ArrayList<>());
      before.add(turn(item, before));
    }
  }

  private JsonNode parsed(String text) {
    try {
      return JSON.readTree(text);
    } catch (JsonProcessingException malformed) {
      throw new UnusableDataException(where() + "is not JSON", malformed);
    }
  }

  private ConversationTurn turn(JsonNode message, List<ConversationTurn> before) {
    String id = text(message, "id");
    if (!ids.add(List.of(text(message, "conversation"), id))) {
      throw new UnusableDataException(
          where() + "another message of the conversation has the id " + id);
    }
    String speaker = text(message, "speaker");
    return new ConversationTurn(
        id, at(message, before), speaker, speaker + ": " + text(message, "text"));
  }

  /** A message without a time is a minute after the one before. */
  private Instant at(JsonNode message, List<ConversationTurn> before) {
    if (!message.has("at")) {
      return before.isEmpty() ? FIRST : before.get(before.size() - 1).at().plus(BETWEEN);
    }
    try {
      return Instant.parse(text(message, "at"));
    } catch (DateTimeParseException malformed) {
      throw new UnusableDataException(where() + "at must be RFC 3339 in UTC", malformed);
    }
  }

  private List<Conversation> conversations() {
    List<Conversation> all = new ArrayList<>();
    turns.forEach((id, said) -> all.add(new Conversation(id, said, asked(id, said))));
    questions.keySet().stream()
        .filter(id -> !turns.containsKey(id))
        .forEach(id -> asked(id, List.of()));
    return all;
  }

  private List<ConversationQuestion> asked(String conversation, List<ConversationTurn> said) {
    Set<String> ids = said.stream().map(ConversationTurn::id).collect(Collectors.toSet());
    List<ConversationQuestion> all = new ArrayList<>();
    for (AskedLine asked : questions.getOrDefault(conversation, List.of())) {
      Set<String> evidence = evidence(asked, conversation, ids);
      if (evidence.isEmpty()) {
        leave(asked, "the question has no evidence, and is left out");
      } else {
        String category = asked.item().path("category").asText("own");
        String question = asked.item().path("question").asText();
        all.add(new ConversationQuestion(question, evidence, category));
      }
    }
    return all;
  }

  private Set<String> evidence(AskedLine asked, String conversation, Set<String> ids) {
    JsonNode given = asked.item().path("evidence");
    Set<String> evidence = new LinkedHashSet<>();
    for (JsonNode id : given.isArray() ? given : List.of(given)) {
      if (ids.contains(id.asText())) {
        evidence.add(id.asText());
      } else if (!id.isMissingNode()) {
        leave(asked, "evidence is no message of conversation " + conversation + ": " + id);
      }
    }
    return evidence;
  }

  private void leave(AskedLine asked, String what) {
    leftOut.add(file + ", line " + asked.line() + ": " + what);
  }

  private String text(JsonNode item, String member) {
    JsonNode value = item.path(member);
    if (!value.isValueNode() || value.asText().isBlank()) {
      throw new UnusableDataException(where() + "a " + member + " is missing");
    }
    return value.asText();
  }

  private String where() {
    return file + ", line " + line + ": ";
  }
}
