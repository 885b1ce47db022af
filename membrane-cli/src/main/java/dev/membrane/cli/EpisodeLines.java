package dev.membrane.cli;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;

/** An episode for a reader: what it is in one line, then a line for each of its events. */
final class EpisodeLines {

  private EpisodeLines() {}

  static String of(JsonNode episode) {
    List<String> lines = new ArrayList<>();
    lines.add(summary(episode));
    episode.path("events").forEach(event -> lines.add(line(event)));
    return String.join("\n", lines);
  }

  static String summary(JsonNode episode) {
    String outcome = episode.path("outcome").asText();
    return TerminalText.of(
        episode.path("episode").asText()
            + "  "
            + episode.path("events").size()
            + " events in "
            + episode.path("record_ids").size()
            + " records"
            + (outcome.isEmpty() ? "" : "  " + outcome));
  }

  private static String line(JsonNode each) {
    JsonNode event = each.path("event");
    JsonNode tool = each.path("tool");
    String said = event.path("summary").asText();
    String text =
        tool.isMissingNode()
            ? event.path("event_kind").asText() + "  " + said
            : tool.path("tool").asText() + called(tool);
    return TerminalText.of(event.path("t").asText() + "  " + text.strip());
  }

  private static String called(JsonNode tool) {
    String args = tool.has("args") ? tool.path("args").toString() : "";
    return tool.has("result") ? args + " -> " + tool.path("result") : args;
  }
}
