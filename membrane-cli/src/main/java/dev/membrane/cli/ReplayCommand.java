package dev.membrane.cli;

import com.fasterxml.jackson.databind.JsonNode;
import dev.membrane.server.command.CommandContext;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** Shows what was answered under a receipt. */
@Command(
    name = "replay",
    description = "Shows what was answered and selected under a receipt, and what would be now.",
    sortOptions = false)
final class ReplayCommand extends MemoryCommand {

  @Parameters(paramLabel = "RECEIPT", description = "The receipt_id of an answer.")
  private String receipt = "";

  ReplayCommand(CommandContext context) {
    super(context);
  }

  @Override
  JsonNode answer(CallableMemory memory) {
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
      lines.add(line(record, rank(record.path("then")), rank(record.path("now"))));
    }
    lines.addAll(selected(answer));
    if (answer.path("withheld").asInt() > 0) {
      lines.add("withheld  " + answer.path("withheld").asInt());
    }
    String refusal = answer.path("refusal").asText();
    if (!refusal.isEmpty()) {
      lines.add(TerminalText.of("cannot be answered now: " + refusal));
    }
    return String.join("\n", lines);
  }

  /**
   * The procedures that were selected, then those that only would be now, with their scores: a rank
   * cannot be told where one before is not shown.
   */
  private static List<String> selected(JsonNode answer) {
    Map<String, JsonNode> procedures = new LinkedHashMap<>();
    Map<String, String> then = scores(answer.at("/selection/selected"), procedures);
    Map<String, String> now = scores(answer.at("/selection_now/selected"), procedures);
    return procedures.entrySet().stream()
        .map(
            one ->
                "selected  "
                    + line(
                        one.getValue(),
                        then.getOrDefault(one.getKey(), "-"),
                        now.getOrDefault(one.getKey(), "-")))
        .toList();
  }

  private static Map<String, String> scores(JsonNode selected, Map<String, JsonNode> all) {
    Map<String, String> scores = new HashMap<>();
    for (JsonNode one : selected) {
      String id = one.path("id").asText();
      scores.put(id, String.format(Locale.ROOT, "%.3f", one.path("score").asDouble()));
      all.putIfAbsent(id, one);
    }
    return scores;
  }

  private static String line(JsonNode one, String then, String now) {
    return TerminalText.of(
        "%s  %s -> %s  %s"
            .formatted(one.path("id").asText(), then, now, one.path("difference").asText()));
  }

  private static String rank(JsonNode place) {
    return place.has("rank") ? place.path("rank").asText() : "-";
  }
}
