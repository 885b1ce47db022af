package dev.membrane.cli;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/** A JSON object with a member to a line, for a reader. */
final class MemberLines {

  private static final String INDENT = "  ";

  private MemberLines() {}

  static String of(JsonNode object) {
    return of(object, JsonNode::toString);
  }

  /** The same with rounded numbers. */
  static String rounded(JsonNode object) {
    return of(object, value -> value.isNumber() ? RoundedNumber.of(value) : value.toString());
  }

  private static String of(JsonNode object, Function<JsonNode, String> written) {
    List<String> lines = new ArrayList<>();
    add(object, "", written, lines);
    return String.join("\n", lines);
  }

  private static void add(
      JsonNode object, String indent, Function<JsonNode, String> written, List<String> lines) {
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
                add(value, indent + INDENT, written, lines);
              } else {
                lines.add(
                    (indent + String.format("%-" + (width + 2) + "s", name))
                        + TerminalText.of(
                            value.isTextual() ? value.asText() : written.apply(value)));
              }
            });
  }
}
