package dev.membrane.benchmarks.relevance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;
import static org.assertj.core.api.Assertions.within;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.membrane.spi.Embedder;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Stream;
import org.assertj.core.groups.Tuple;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RelevanceCommandTest {

  private static final String CONVERSATION =
      """
      [{"sample_id": "garden",
        "conversation": {
          "speaker_a": "Ann",
          "session_10_date_time": "later",
          "session_10": [
            {"speaker": "Ann", "dia_id": "D10:1", "text": "The tomatoes are ripe."}],
          "session_2_date_time": "1:56 pm on 8 May, 2023",
          "session_2": [
            {"speaker": "Ann", "dia_id": "D2:1", "text": "I planted tomatoes in May."},
            {"speaker": "Ben", "dia_id": "D2:2", "text": "Look.", "blip_caption": "a red kite"}]},
        "qa": [
          {"question": "When were the tomatoes planted?", "answer": "May",
           "evidence": ["D2:1"], "category": 2},
          {"question": "What flies? kites", "evidence": ["D2:2; D10:1", "D9:9"], "category": 1},
          {"question": "What did Ben plant?", "evidence": ["D2:1"], "category": 5},
          {"question": "Whose dog is it?", "evidence": ["D7:1"], "category": 4},
          {"question": "Why?", "evidence": [], "category": 3}]}]
      """;

  @TempDir Path folder;

  private final Letters letters = new Letters();
  private final StringWriter out = new StringWriter();
  private final StringWriter progress = new StringWriter();

  @Test
  void conversations_are_read_in_the_order_of_saying() throws IOException {
    Conversation conversation = DataSet.read(given("garden.json")).conversations().get(0);

    assertThat(conversation.id()).isEqualTo("garden");
    assertThat(conversation.turns())
        .containsExactly(
            new Conversation.ConversationTurn(
                "D2:1", at("2023-05-08T13:56:00Z"), "Ann", "Ann: I planted tomatoes in May."),
            new Conversation.ConversationTurn(
                "D2:2", at("2023-05-08T13:57:00Z"), "Ben", "Ben: Look. [shares a red kite]"),
            new Conversation.ConversationTurn(
                "D10:1", at("2023-05-09T13:56:00Z"), "Ann", "Ann: The tomatoes are ripe."));
  }

  private static Instant at(String instant) {
    return Instant.parse(instant);
  }

  @Test
  void evidence_may_be_a_list_in_a_string_and_name_turns_that_are_not_there() throws IOException {
    Conversation conversation = DataSet.read(given("garden.json")).conversations().get(0);

    assertThat(conversation.questions())
        .extracting(Conversation.ConversationQuestion::evidence)
        .containsExactly(Set.of("D2:1"), Set.of("D2:2", "D10:1"), Set.of("D2:1"));
    assertThat(conversation.questions())
        .extracting(Conversation.ConversationQuestion::category)
        .containsExactly("2", "1", "5");
  }

  @Test
  void each_method_has_a_line_for_each_category_and_for_the_total_without_adversarial_questions()
      throws IOException {
    given("garden.json");

    List<JsonNode> lines = run("--data=" + folder, "--embedder=none");

    assertThat(lines)
        .extracting(
            line -> line.get("data").asText(),
            line -> line.get("method").asText(),
            line -> line.path("minus").asText(),
            line -> line.get("category").asText(),
            line -> line.get("questions").asInt())
        .containsAll(
            Stream.of("recency", "bm25", "sqlite fts5", "membrane text only")
                .flatMap(
                    method ->
                        Stream.of(
                            row(method, "", "1", 1),
                            row(method, "", "2", 1),
                            row(method, "", "5", 1),
                            row(method, "", "total", 2)))
                .toList())
        .contains(row("membrane text only", "sqlite fts5", "total", 2));
  }

  @Test
  void words_find_what_was_said_and_recency_what_was_said_last() throws IOException {
    given("garden.json");

    List<JsonNode> lines = run("--data=" + folder, "--embedder=none");

    assertThat(List.of("bm25", "sqlite fts5", "membrane text only"))
        .allSatisfy(
            method -> {
              assertThat(mean(lines, method, "2", "mrr")).isEqualTo(1);
              assertThat(mean(lines, method, "1", "mrr")).isEqualTo(1);
            });
    assertThat(mean(lines, "recency", "2", "mrr")).isCloseTo(1.0 / 3, within(1e-4));
    assertThat(mean(lines, "recency", "total", "mrr")).isCloseTo(2.0 / 3, within(1e-4));
    assertThat(mean(lines, "recency", "total", "recall_all@5")).isEqualTo(1);
  }

  @Test
  void vectors_bring_their_methods_and_parts_and_are_kept_for_the_next_run() throws IOException {
    given("garden.json");
    String[] args = {
      "--data=" + folder,
      "--cache=" + folder.resolve("vectors"),
      "--parts=40",
      "--with=neighbour_weight=0"
    };

    List<JsonNode> lines = run(args);
    int embedded = letters.texts;
    out.getBuffer().setLength(0);
    List<JsonNode> again = run(args);

    assertThat(lines)
        .extracting(line -> line.get("method").asText())
        .contains(
            "vectors",
            "linear fusion",
            "membrane",
            "membrane 40 % embedded",
            "membrane {neighbour_weight=0}",
            "embedding of the question");
    assertThat(lines)
        .extracting(line -> line.get("method").asText(), line -> line.path("minus").asText())
        .contains(tuple("membrane", "membrane {neighbour_weight=0}"));
    assertThat(embedded).isEqualTo(3);
    assertThat(letters.texts).isEqualTo(embedded);
    assertThat(mean(again, "membrane", "total", "ndcg@10"))
        .isEqualTo(mean(lines, "membrane", "total", "ndcg@10"));
  }

  @Test
  void what_cannot_be_measured_is_said() throws IOException {
    assertRefused("no .json or .jsonl files in " + folder, "--data=" + folder);
    Path noQuestion = Files.createDirectory(folder.resolve("messages"));
    Files.writeString(
        noQuestion.resolve("own.jsonl"),
        "{\"conversation\": \"c\", \"id\": \"1\", \"speaker\": \"Ann\", \"text\": \"Yes.\"}\n");
    assertRefused("no question with evidence in " + noQuestion, "--data=" + noQuestion);
    assertRefused("cannot list the folder", "--data=" + folder.resolve("nowhere"));
    given("garden.json");
    assertRefused("--limit must be at least 25", "--data=" + folder, "--limit=24");
    assertRefused("--parts must be from 1 to 99", "--data=" + folder, "--parts=100");
    assertRefused("--with must be key=value", "--data=" + folder, "--with=neighbour_weight");
    assertRefused("unknown key", "--data=" + folder, "--embedder=none", "--with=neighbor_weigt=1");
    Files.writeString(folder.resolve("a.json"), "[{}]");
    assertRefused("a.json: a sample_id is missing", "--data=" + folder);
    Files.writeString(folder.resolve("a.json"), "[{");
    assertRefused("a.json is no readable JSON", "--data=" + folder);
  }

  @Test
  void text_only_finds_more_evidence_than_sqlite_by_itself() throws IOException {
    String given = System.getProperty("membrane.data", "");
    Path file = Path.of(given, "conversations", "locomo-dev.json");
    if (given.isEmpty() || !Files.exists(file)) {
      System.err.println("SKIPPED: no conversations, set -Dmembrane.data to their folder");
    }
    assumeTrue(!given.isEmpty() && Files.exists(file), "needs -Dmembrane.data=<folder>");
    Files.createSymbolicLink(folder.resolve("locomo-dev.json"), file.toAbsolutePath());

    List<JsonNode> lines = run("--data=" + folder, "--embedder=none");

    JsonNode difference =
        lines.stream()
            .filter(line -> line.get("method").asText().equals("membrane text only"))
            .filter(line -> line.path("minus").asText().equals("sqlite fts5"))
            .filter(line -> line.get("category").asText().equals("total"))
            .findFirst()
            .orElseThrow();
    assertThat(difference.at("/recall_all@10/mean").asDouble()).isGreaterThan(0.03);
    assertThat(difference.at("/recall_all@10/low").asDouble()).isPositive();
    assertThat(difference.at("/ndcg@10/low").asDouble()).isPositive();
  }

  private Path given(String name) throws IOException {
    return Files.writeString(folder.resolve(name), CONVERSATION);
  }

  private List<JsonNode> run(String... args) throws IOException {
    assertThat(execute(args)).as(progress.toString()).isZero();
    List<JsonNode> lines = new ArrayList<>();
    for (String line : out.toString().lines().toList()) {
      lines.add(new ObjectMapper().readTree(line));
    }
    return lines;
  }

  private int execute(String... args) {
    return RelevanceCommand.commandLine(
            new PrintWriter(out, true), new PrintWriter(progress, true), () -> letters)
        .execute(args);
  }

  private void assertRefused(String message, String... args) {
    progress.getBuffer().setLength(0);
    assertThat(execute(args)).isEqualTo(2);
    assertThat(progress.toString()).contains(message);
  }

  private static Tuple row(String method, String minus, String category, int questions) {
    return tuple("garden", method, minus, category, questions);
  }

  private static double mean(List<JsonNode> lines, String method, String category, String measure) {
    return lines.stream()
        .filter(line -> line.get("method").asText().equals(method))
        .filter(line -> !line.has("minus"))
        .filter(line -> line.get("category").asText().equals(category))
        .mapToDouble(line -> line.path(measure).path("mean").asDouble())
        .findFirst()
        .orElseThrow();
  }

  /** Counts letters, and how many texts it was asked for. */
  private static final class Letters implements Embedder {

    private int texts;

    @Override
    public String model() {
      return "letters/1";
    }

    @Override
    public int dimensions() {
      return 26;
    }

    @Override
    public List<float[]> embed(List<String> these) {
      texts += these.size();
      return these.stream().map(Letters::count).toList();
    }

    @Override
    public float[] embedQuery(String text) {
      return count(text);
    }

    private static float[] count(String text) {
      float[] counts = new float[26];
      text.toLowerCase(Locale.ROOT)
          .chars()
          .filter(letter -> letter >= 'a' && letter <= 'z')
          .forEach(letter -> counts[letter - 'a']++);
      return counts;
    }
  }
}
