package dev.membrane.cli;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The options that say when a question is asked, and in which shape its records are answered. */
final class AnswerOptions {

  private static final String FULL = "full";

  @Option(
      names = "--view",
      paramLabel = "SHAPE",
      completionCandidates = CompletionWords.Views.class,
      defaultValue = FULL,
      description = "The shape of the records: ${COMPLETION-CANDIDATES} (${DEFAULT-VALUE}).")
  private String view = FULL;

  @Option(
      names = "--max-tokens",
      paramLabel = "COUNT",
      defaultValue = "0",
      description = "The most tokens that the records take in that shape; 0: no limit.")
  private int maxTokens;

  @Option(
      names = "--valid-at",
      paramLabel = "INSTANT",
      description = "Only facts that hold at this RFC 3339 instant.")
  private @Nullable String validAt;

  @Option(
      names = "--now",
      paramLabel = "INSTANT",
      description = "When the question is asked: what \"yesterday\" in it is counted from.")
  private @Nullable String now;

  @Option(
      names = "--wait-for-embeddings-ms",
      paramLabel = "MILLISECONDS",
      defaultValue = "0",
      description = "How long to wait until what is stored has been embedded, up to 60000.")
  private int waitForEmbeddings;

  void addTo(ObjectNode request) {
    request
        .put("view", view)
        .put("max_tokens", maxTokens)
        .put("wait_for_embeddings_ms", waitForEmbeddings);
    MemoryCommand.put(request, "valid_at", validAt);
    MemoryCommand.put(request, "now", now);
  }

  /** The records for a reader, in the shape that was asked for. */
  String text(JsonNode answer, String otherwise) {
    String lines =
        switch (view) {
          case FULL -> RecordSummary.lines(answer.path("records"), otherwise);
          case "text" -> answer.path("text").asText();
          default -> json(answer.path("records"));
        };
    String shown = lines.isEmpty() ? otherwise : TerminalText.ofLines(lines);
    return answer.path("truncated").asBoolean()
        ? shown + "\n(truncated: more was found than the answer may hold)"
        : shown;
  }

  private static String json(JsonNode records) {
    StringBuilder lines = new StringBuilder();
    records.forEach(record -> lines.append(JsonText.write(record)).append('\n'));
    return lines.toString();
  }
}
