package dev.membrane.cli;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.membrane.server.StartException;
import dev.membrane.server.command.CommandContext;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Finds what is remembered about a question. */
@Command(
    name = "recall",
    description = "Finds records that match a question, the best first.",
    sortOptions = false)
final class RecallCommand extends MemoryCommand {

  /** That a call returns. */
  private static final int MAX = 10_000;

  @Parameters(paramLabel = "QUESTION", description = "The question or task, in words.")
  private String question = "";

  @Mixin private FilterOptions filter = new FilterOptions();

  @Mixin private AnswerOptions shape = new AnswerOptions();

  @Option(
      names = "--episode",
      paramLabel = "KEY",
      description = "Only records of the episodes with this key.")
  private String episode = "";

  @Option(
      names = "--min-salience",
      paramLabel = "NUMBER",
      defaultValue = "0",
      description = "Only records of at least this salience (${DEFAULT-VALUE}).")
  private double minSalience;

  @Option(
      names = "--context",
      paramLabel = "JSON",
      description =
          "The situation, a JSON object: facts whose condition it does not meet are left out.")
  private @Nullable String situation;

  @Option(
      names = "--limit",
      paramLabel = "COUNT",
      defaultValue = "10",
      description = "The most records to return (${DEFAULT-VALUE}).")
  private int limit;

  @Option(names = "--receipt", description = "Keep a receipt, and tell its id.")
  private boolean isReceipted;

  @Option(names = "--explain", description = "With --json, explain the rank of each record.")
  private boolean isExplained;

  RecallCommand(CommandContext context) {
    super(context);
  }

  @Override
  JsonNode answer(CallableMemory memory) {
    if (limit < 1 || limit > MAX) {
      throw StartException.commandLine("--limit must be between 1 and " + MAX);
    }
    ObjectNode request =
        underTrust(filter.scopes())
            .put("task_descriptor", question)
            .put("limit", limit)
            .put("explain", isExplained)
            .put("matching_only", true)
            .put("episode", episode)
            .put("receipt", isReceipted);
    filter.addTo(request);
    shape.addTo(request);
    request.put("min_salience", minSalience);
    if (situation != null) {
      request.set("context", JsonText.typed("--context", situation));
    }
    return memory.call("Retrieve", request);
  }

  @Override
  String text(JsonNode answer) {
    String found = shape.text(answer, "nothing found");
    String receipt = answer.path("receipt_id").asText();
    return receipt.isEmpty() ? found : found + System.lineSeparator() + "receipt: " + receipt;
  }
}
