package dev.membrane.internal.retrieve;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.membrane.RetrieveAnswer;
import dev.membrane.TrustContext;
import dev.membrane.schema.RecordView;
import dev.membrane.schema.Sensitivity;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** Finds evidence in real conversations, when the folder that holds them is given. */
class ConversationRecallTest {

  private static final int ADVERSARIAL = 5;
  private static final Pattern TURN = Pattern.compile("D\\d+:\\d+");

  private final Map<String, String> turnOfRecord = new HashMap<>();
  private final Remembered memory = new Remembered();

  @Test
  void text_finds_most_of_the_evidence_in_conversations() throws IOException {
    List<Double> all = new ArrayList<>();
    List<Double> headline = new ArrayList<>();
    for (JsonNode sample : new ObjectMapper().readTree(data("locomo-dev.json").toFile())) {
      String scope = sample.get("sample_id").asText();
      ingest(sample.get("conversation"), scope);
      for (JsonNode question : sample.get("qa")) {
        Set<String> evidence = evidence(question, scope);
        if (!evidence.isEmpty()) {
          double recall = recall(question.get("question").asText(), evidence, scope);
          all.add(recall);
          if (question.get("category").asInt() != ADVERSARIAL) {
            headline.add(recall);
          }
        }
      }
    }
    System.out.printf(
        Locale.ROOT,
        "recall_all@10: %.4f over all %s questions, %.4f without the adversarial ones%n",
        mean(all),
        all.size(),
        mean(headline));
    assertThat(all).hasSizeGreaterThan(400);
    assertThat(mean(all)).isGreaterThan(0.635);
  }

  private static double mean(List<Double> values) {
    return values.stream().mapToDouble(Double::doubleValue).average().orElse(0);
  }

  private static Path data(String name) {
    String folder = System.getProperty("membrane.data", "");
    Path file = Path.of(folder, "conversations", name);
    if (folder.isEmpty() || !Files.exists(file)) {
      System.err.println("SKIPPED: no conversations, set -Dmembrane.data to their folder");
    }
    assumeTrue(!folder.isEmpty() && Files.exists(file), "needs -Dmembrane.data=<folder>");
    return file;
  }

  private void ingest(JsonNode conversation, String scope) {
    for (int session = 1; conversation.has("session_" + session); session++) {
      for (JsonNode turn : conversation.get("session_" + session)) {
        String caption =
            turn.has("blip_caption") ? " [shares " + turn.get("blip_caption").asText() + "]" : "";
        String text = turn.get("speaker").asText() + ": " + turn.get("text").asText() + caption;
        String id = memory.event(text, record -> record.scope(scope));
        turnOfRecord.put(id, scope + "/" + turn.get("dia_id").asText());
      }
    }
  }

  private Set<String> evidence(JsonNode question, String scope) {
    Set<String> turns = new HashSet<>();
    for (JsonNode item : question.get("evidence")) {
      Matcher matcher = TURN.matcher(item.asText());
      while (matcher.find()) {
        turns.add(scope + "/" + matcher.group());
      }
    }
    turns.retainAll(turnOfRecord.values());
    return turns;
  }

  private double recall(String question, Set<String> evidence, String scope) {
    RetrieveAnswer answer =
        memory.ask(
            TrustContext.upTo(Sensitivity.LOW, scope),
            ask -> ask.taskDescriptor(question).limit(10));
    long found =
        answer.results().stream()
            .map(RecordView::id)
            .map(turnOfRecord::get)
            .filter(evidence::contains)
            .count();
    return (double) found / evidence.size();
  }
}
