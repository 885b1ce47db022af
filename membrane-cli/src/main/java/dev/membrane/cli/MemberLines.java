package dev.membrane.cli;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;

/** A JSON object with a member to a line, for a reader. */
final class MemberLines {

  private static final String INDENT = "  ";

  private MemberLines() {}

  static String of(JsonNode object) {
    List<String> lines = new ArrayList<>();
    add(object, "", lines);
    return String.join("\n", lines);
  }

  private static void add(JsonNode object, String indent, List<String> lines) {
    int width =
        object.properties().stream().mapToInt(member -> member.getKey().length()).max().orElse(0);
    object
        .properties()
        .forEach(
            member -> {
              String name = TerminalText.of(member.getKey());
              JsonNode value = member.getValue();
              if (value.isObject()) {
                lines.add(indent + name);
                add(value, indent + INDENT, lines);
              } else {
                lines.add(
                    (indent + String.format("%-" + (width + 2) + "s", name))
                        + TerminalText.of(value.isTextual() ? value.asText() : value.toString()));
              }
            });
  }
}
