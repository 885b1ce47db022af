package dev.membrane.cli;

import com.fasterxml.jackson.databind.JsonNode;
import dev.membrane.server.CommandContext;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** Shows what was answered under a receipt. */
@Command(
    name = "replay",
    description = "Shows what was answered under a receipt, and what would be answered now.",
    sortOptions = false)
final class ReplayCommand extends MemoryCommand {

  @Parameters(paramLabel = "RECEIPT", description = "The receipt_id of an answer.")
  private String receipt = "";

  ReplayCommand(CommandContext context) {
    super(context);
  }

  @Override
  JsonNode answer(Memory memory) {
    return memory.call("ReplayRetrieval", JsonText.object().put("receipt_id", receipt));
  }

  @Override
  String text(JsonNode answer) {
    List<String> lines = new ArrayList<>();
    lines.add(
        TerminalText.of(
            answer.path("at").asText()
                + "  "
                + answer.path("principal").asText()
                + "  "
                + answer.at("/request/task_descriptor").asText()));
    for (JsonNode record : answer.path("records")) {
      lines.add(
          TerminalText.of(
              record.path("id").asText()
                  + "  "
                  + rank(record.path("then"))
                  + " -> "
                  + rank(record.path("now"))
                  + "  "
                  + record.path("difference").asText()));
    }
    for (JsonNode procedure : answer.at("/selection/selected")) {
      lines.add(TerminalText.of("selected  " + procedure.path("id").asText()));
    }
    if (answer.path("withheld").asInt() > 0) {
      lines.add("withheld  " + answer.path("withheld").asInt());
    }
    String refusal = answer.path("refusal").asText();
    if (!refusal.isEmpty()) {
      lines.add(TerminalText.of("cannot be answered now: " + refusal));
    }
    return String.join("\n", lines);
  }

  private static String rank(JsonNode place) {
    return place.has("rank") ? place.path("rank").asText() : "-";
  }
}
