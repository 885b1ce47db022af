package dev.membrane.benchmarks.relevance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.membrane.benchmarks.relevance.Conversation.ConversationQuestion;
import dev.membrane.benchmarks.relevance.Conversation.ConversationTurn;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A user's own conversations, a message or a question in each line. */
class MessageLinesTest {

  private static final String LINES =
      """
      {"conversation": "garden", "id": "m1", "speaker": "Ann", "text": "I planted tomatoes.", "at": "2026-01-15T10:30:00Z"}
      {"conversation": "kites", "id": "k1", "speaker": "Ben", "text": "The kite is red."}

      {"conversation": "garden", "id": "m2", "speaker": "Ben", "text": "How nice."}
      {"conversation": "garden", "question": "Who planted tomatoes?", "evidence": ["m1", "k1"]}
      {"conversation": "garden", "question": "Why?", "evidence": []}
      """;

  @TempDir Path folder;

  private Path given(String lines) throws IOException {
    return Files.writeString(folder.resolve("own.jsonl"), lines);
  }

  @Test
  void messages_and_questions_are_gathered_by_conversation() throws IOException {
    DataSet set = DataSet.read(given(LINES));

    assertThat(set.name()).isEqualTo("own");
    assertThat(set.conversations()).extracting(Conversation::id).containsExactly("garden", "kites");
    Conversation garden = set.conversations().get(0);
    assertThat(garden.turns())
        .containsExactly(
            new ConversationTurn(
                "m1", Instant.parse("2026-01-15T10:30:00Z"), "Ann", "Ann: I planted tomatoes."),
            new ConversationTurn(
                "m2", Instant.parse("2026-01-15T10:31:00Z"), "Ben", "Ben: How nice."));
    assertThat(garden.questions())
        .containsExactly(new ConversationQuestion("Who planted tomatoes?", Set.of("m1"), "own"));
  }

  @Test
  void they_are_measured_like_all_others() throws IOException {
    Path file = given(LINES);
    StringWriter out = new StringWriter();

    int code =
        RelevanceCommand.commandLine(
                new PrintWriter(out, true),
                new PrintWriter(new StringWriter()),
                () -> {
                  throw new IllegalStateException("words only");
                })
            .execute("--data=" + file.getParent(), "--embedder=none");

    assertThat(code).isZero();
    assertThat(out.toString())
        .contains(
            "\"own\"", "\"method\":\"membrane text only\",\"category\":\"own\",\"questions\":1");
  }

  @Test
  void what_is_not_measured_is_told() throws IOException {
    String lost =
        """
        {"conversation": "gardn", "question": "Who?", "evidence": ["m1"]}
        """;
    Path file = given(LINES + lost);
    StringWriter progress = new StringWriter();

    RelevanceCommand.commandLine(
            new PrintWriter(new StringWriter()),
            new PrintWriter(progress, true),
            () -> {
              throw new IllegalStateException("words only");
            })
        .execute("--data=" + file.getParent(), "--embedder=none");

    assertThat(progress.toString().lines().filter(line -> line.startsWith(file.toString())))
        .containsExactly(
            file + ", line 5: evidence is no message of conversation garden: \"k1\"",
            file + ", line 6: the question has no evidence, and is left out",
            file + ", line 7: evidence is no message of conversation gardn: \"m1\"",
            file + ", line 7: the question has no evidence, and is left out");
  }

  @Test
  void a_line_that_says_too_little_is_named() throws IOException {
    Path file = given("{\"conversation\": \"c\", \"id\": \"1\", \"speaker\": \"Ann\"}\n");
    assertThatThrownBy(() -> DataSet.read(file))
        .isInstanceOf(UnusableDataException.class)
        .hasMessageContaining("line 1: a text is missing");
  }

  @Test
  void two_messages_of_a_conversation_with_one_id_are_refused() throws IOException {
    String other =
        "{\"conversation\": \"kites\", \"id\": \"m1\", \"speaker\": \"B\", \"text\": \"No.\"}";
    assertThat(DataSet.read(given(LINES + other)).turns()).isEqualTo(4);

    Path file = given(LINES + other + "\n" + other);
    assertThatThrownBy(() -> DataSet.read(file))
        .isInstanceOf(UnusableDataException.class)
        .hasMessage(file + ", line 8: another message of the conversation has the id m1");
  }
}
