package dev.membrane.benchmarks.relevance;

import com.fasterxml.jackson.databind.JsonNode;
import dev.membrane.benchmarks.relevance.Conversation.Question;
import dev.membrane.benchmarks.relevance.Conversation.Turn;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
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
    List<Turn> turns = turns(sample.path("conversation"));
    require(!turns.isEmpty(), id + " has no turns");
    Set<String> said = turns.stream().map(Turn::id).collect(Collectors.toSet());
    List<Question> questions = new ArrayList<>();
    for (JsonNode asked : sample.path("qa")) {
      Set<String> evidence = evidence(asked.path("evidence"), said);
      if (!evidence.isEmpty()) {
        questions.add(new Question(text(asked, "question"), evidence, text(asked, "category")));
      }
    }
    return new Conversation(id, turns, questions);
  }

  private List<Turn> turns(JsonNode conversation) {
    SortedMap<Integer, JsonNode> sessions = new TreeMap<>();
    for (Map.Entry<String, JsonNode> member : conversation.properties()) {
      Matcher name = SESSION.matcher(member.getKey());
      if (name.matches()) {
        sessions.put(Integer.valueOf(name.group(1)), member.getValue());
      }
    }
    List<Turn> turns = new ArrayList<>();
    sessions.values().forEach(session -> session.forEach(turn -> turns.add(turn(turn))));
    return turns;
  }

  private Turn turn(JsonNode turn) {
    String speaker = text(turn, "speaker");
    String said = speaker + ": " + text(turn, "text");
    boolean shares = turn.hasNonNull("blip_caption");
    return new Turn(
        text(turn, "dia_id"),
        speaker,
        shares ? said + " [shares " + text(turn, "blip_caption") + "]" : said);
  }

  /** Ids of turns that are not there are left out. */
  static Set<String> evidence(JsonNode given, Set<String> said) {
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
