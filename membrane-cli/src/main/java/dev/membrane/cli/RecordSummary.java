package dev.membrane.cli;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;

/**
 * A record in one line: its id, its day, its type and content, and what a reader must know about
 * it.
 */
final class RecordSummary {

  private static final int MAX_LENGTH = 200;
  private static final int DAY = 10;

  private RecordSummary() {}

  /** A line for each, or what is said where there is none. */
  static String lines(JsonNode records, String otherwise) {
    return records.isEmpty()
        ? otherwise
        : stream(records).map(RecordSummary::of).collect(Collectors.joining("\n"));
  }

  static String of(JsonNode record) {
    String created = record.path("created_at").asText();
    List<String> parts = new ArrayList<>();
    parts.add(record.path("id").asText());
    parts.add(created.substring(0, Math.min(DAY, created.length())));
    parts.add(record.path("type").asText());
    parts.add(cut(content(record)));
    if (record.hasNonNull("scope") && !record.path("scope").asText().isEmpty()) {
      parts.add("[" + record.path("scope").asText() + "]");
    }
    String status = record.at("/payload/revision/status").asText();
    if (!status.isEmpty() && !status.equals("active")) {
      parts.add("(" + status + ")");
    }
    return parts.stream()
        .map(TerminalText::of)
        .filter(part -> !part.isEmpty())
        .collect(Collectors.joining("  "));
  }

  private static String content(JsonNode record) {
    JsonNode payload = record.path("payload");
    return switch (record.path("type").asText()) {
      case "semantic" -> fact(payload);
      case "episodic" -> events(payload);
      case "working" -> state(payload);
      case "competence" -> payload.path("skill_name").asText();
      case "plan_graph" -> payload.path("intent").asText(payload.path("plan_id").asText());
      default -> "";
    };
  }

  private static String fact(JsonNode payload) {
    return payload.path("subject").asText()
        + " "
        + payload.path("predicate").asText()
        + " "
        + value(payload.path("object"));
  }

  private static String events(JsonNode payload) {
    List<String> said = new ArrayList<>();
    for (JsonNode event : payload.path("timeline")) {
      String summary = event.path("summary").asText();
      said.add(summary.isEmpty() ? event.path("event_kind").asText() : summary);
    }
    payload.path("tool_graph").forEach(call -> said.add(call.path("tool").asText()));
    if (payload.hasNonNull("outcome")) {
      said.add(payload.path("outcome").asText());
    }
    return String.join(" | ", said);
  }

  private static String state(JsonNode payload) {
    return payload.path("thread_id").asText()
        + " "
        + payload.path("state").asText()
        + " "
        + payload.path("context_summary").asText();
  }

  /** A text without its quotes, all else as JSON. */
  static String value(JsonNode json) {
    return json.isTextual() ? json.asText() : json.toString();
  }

  private static String cut(String text) {
    int end =
        text.offsetByCodePoints(0, Math.min(MAX_LENGTH, text.codePointCount(0, text.length())));
    return end == text.length() ? text : text.substring(0, end) + "…";
  }

  private static Stream<JsonNode> stream(JsonNode array) {
    return StreamSupport.stream(array.spliterator(), false);
  }
}
