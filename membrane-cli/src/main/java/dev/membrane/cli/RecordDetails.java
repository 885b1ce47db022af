package dev.membrane.cli;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;

/** All that {@code show} answers, for a reader. */
final class RecordDetails {

  private static final String INDENT = "  ";

  private RecordDetails() {}

  static String of(JsonNode answer) {
    JsonNode record = answer.path("record");
    List<String> lines = new ArrayList<>();
    lines.add(RecordSummary.of(record));
    lines.add(MemberLines.of(header(record)));
    if (!record.has("payload")) {
      lines.add("what it says is not shown at this key's trust");
      return String.join("\n", lines);
    }
    section(lines, "says", TerminalText.ofLines(JsonText.indented(record.path("payload"))));
    section(lines, "from", sources(record.at("/provenance/sources")));
    section(lines, "related", relations(answer.path("relations"), record.path("id").asText()));
    section(lines, "history", history(answer.path("audit")));
    return String.join("\n", lines);
  }

  /** The members in one line each that are no part of a section. */
  private static ObjectNode header(JsonNode record) {
    ObjectNode header = JsonText.object();
    for (String name :
        List.of(
            "sensitivity", "confidence", "salience", "scope", "tags", "created_at", "updated_at")) {
      JsonNode value = record.path(name);
      if (value.isValueNode() ? !value.asText().isEmpty() : !value.isEmpty()) {
        header.set(name, value);
      }
    }
    return header;
  }

  private static void section(List<String> lines, String title, String text) {
    if (!text.isEmpty()) {
      lines.add("");
      lines.add(title);
      text.lines().forEach(line -> lines.add(INDENT + line));
    }
  }

  private static String sources(JsonNode sources) {
    List<String> lines = new ArrayList<>();
    for (JsonNode source : sources) {
      lines.add(
          TerminalText.of(
              source.path("timestamp").asText()
                  + "  "
                  + source.path("kind").asText()
                  + "  "
                  + source.path("ref").asText()
                  + by(source.path("created_by").asText())));
    }
    return String.join("\n", lines);
  }

  private static String by(String actor) {
    return actor.isEmpty() ? "" : "  by " + actor;
  }

  private static String relations(JsonNode relations, String id) {
    List<String> lines = new ArrayList<>();
    for (JsonNode relation : relations) {
      boolean isOwn = relation.path("source_id").asText().equals(id);
      String other = relation.path(isOwn ? "target_id" : "source_id").asText();
      String predicate = relation.path("predicate").asText();
      lines.add(
          TerminalText.of(isOwn ? predicate + " " + other : other + " " + predicate + " this"));
    }
    return String.join("\n", lines);
  }

  /** The entries of an audit log. */
  static String history(JsonNode audit) {
    List<String> lines = new ArrayList<>();
    for (JsonNode entry : audit) {
      lines.add(line(entry));
    }
    return String.join("\n", lines);
  }

  /** An entry of an audit log. */
  static String line(JsonNode entry) {
    return TerminalText.of(
        entry.path("timestamp").asText()
            + "  "
            + entry.path("action").asText()
            + by(entry.path("actor").asText())
            + "  "
            + entry.path("rationale").asText());
  }
}
