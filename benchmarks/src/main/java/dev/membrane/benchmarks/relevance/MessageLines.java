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
import java.util.LinkedHashMap;
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
  private final Map<String, List<JsonNode>> questions = new LinkedHashMap<>();
  private int line;

  private MessageLines(Path file) {
    this.file = file;
  }

  /**
   * Reads a file.
   *
   * @throws UnusableDataException naming the line that is not as it must be
   */
  static List<Conversation> read(Path file) throws IOException {
    MessageLines lines = new MessageLines(file);
    for (String text : Files.readAllLines(file)) {
      lines.add(text);
    }
    return lines.conversations();
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
      questions.computeIfAbsent(conversation, id -> new ArrayList<>()).add(item);
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
    String speaker = text(message, "speaker");
    return new ConversationTurn(
        text(message, "id"), at(message, before), speaker, speaker + ": " + text(message, "text"));
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
    return all;
  }

  private List<ConversationQuestion> asked(String conversation, List<ConversationTurn> said) {
    Set<String> ids = said.stream().map(ConversationTurn::id).collect(Collectors.toSet());
    List<ConversationQuestion> all = new ArrayList<>();
    for (JsonNode asked : questions.getOrDefault(conversation, List.of())) {
      Set<String> evidence = ConversationReader.evidence(asked.path("evidence"), ids);
      if (!evidence.isEmpty()) {
        String category = asked.path("category").asText("own");
        all.add(new ConversationQuestion(asked.path("question").asText(), evidence, category));
      }
    }
    return all;
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
