package dev.membrane.cli;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;

/** How something is done, for a reader: a skill with its steps and its record, or a plan. */
final class ProcedureText {

  private ProcedureText() {}

  static String of(JsonNode record) {
    List<String> lines = new ArrayList<>();
    lines.add(RecordSummary.of(record));
    JsonNode payload = record.path("payload");
    if (record.path("type").asText().equals("competence")) {
      addSkill(payload, lines);
    } else {
      addPlan(payload, lines);
    }
    return String.join("\n", lines);
  }

  private static void addSkill(JsonNode payload, List<String> lines) {
    add(lines, "", worked(payload.path("performance")));
    payload.path("triggers").forEach(one -> add(lines, "when ", one.path("signal").asText()));
    int number = 1;
    for (JsonNode step : payload.path("recipe")) {
      add(lines, number + ". ", step.path("step").asText());
      number++;
    }
    payload.path("failure_modes").forEach(mode -> add(lines, "may fail: ", mode.asText()));
    payload.path("fallbacks").forEach(other -> add(lines, "otherwise: ", other.asText()));
  }

  private static String worked(JsonNode performance) {
    long worked = performance.path("success_count").asLong();
    long trials = worked + performance.path("failure_count").asLong();
    if (trials == 0) {
      return "not tried yet";
    }
    String last = performance.path("last_used_at").asText();
    return "worked "
        + worked
        + " of "
        + trials
        + (trials == 1 ? " time" : " times")
        + (last.isEmpty() ? "" : ", last on " + last);
  }

  private static void addPlan(JsonNode payload, List<String> lines) {
    JsonNode metrics = payload.path("metrics");
    if (metrics.hasNonNull("execution_count")) {
      add(
          lines,
          "",
          "done "
              + metrics.path("execution_count").asLong()
              + " times, failure rate "
              + metrics.path("failure_rate").asText("unknown"));
    }
    for (JsonNode node : payload.path("nodes")) {
      add(lines, node.path("id").asText() + ": ", node.path("op").asText());
    }
    for (JsonNode edge : payload.path("edges")) {
      add(
          lines,
          edge.path("from").asText() + " before ",
          edge.path("to").asText() + " (" + edge.path("kind").asText() + ")");
    }
  }

  private static void add(List<String> lines, String label, String text) {
    lines.add("  " + TerminalText.of(label + text));
  }
}
