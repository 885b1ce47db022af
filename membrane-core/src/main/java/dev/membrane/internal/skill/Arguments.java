package dev.membrane.internal.skill;

import dev.membrane.schema.JsonNumber;
import dev.membrane.schema.JsonObject;
import dev.membrane.schema.JsonString;
import dev.membrane.schema.JsonValue;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The arguments of steps: their names and types, and what all runs have in common in their texts,
 * but never a value that varies.
 */
final class Arguments {

  private static final int MAX = 32;

  private Arguments() {}

  /** The arguments of a schema for a call as Markdown; empty if it has none. */
  static String of(@Nullable JsonObject schema, CallExamples examples, int call) {
    return schema == null
        ? ""
        : properties(schema).entrySet().stream()
            .limit(MAX)
            .map(
                entry ->
                    Markdown.code(entry.getKey())
                        + type(entry.getValue())
                        + example(entry.getKey(), examples, call))
            .collect(Collectors.joining(", "));
  }

  /** As Markdown, the names of the arguments of a call. */
  static String names(JsonObject arguments, CallExamples examples, int call) {
    return arguments.members().keySet().stream()
        .limit(MAX)
        .map(name -> Markdown.code(name) + example(name, examples, call))
        .collect(Collectors.joining(", "));
  }

  private static String example(String name, CallExamples examples, int call) {
    String common = examples.of(call, name);
    return common.isEmpty() ? "" : " like " + Markdown.code(common);
  }

  /** A schema is one of an object, or has the schema of each argument by its name. */
  static Map<String, JsonValue> properties(JsonObject schema) {
    return schema.get("properties") instanceof JsonObject object
        ? object.members()
        : schema.members();
  }

  private static String type(JsonValue schema) {
    return schema instanceof JsonObject object && object.get("type") instanceof JsonString type
        ? " (" + Markdown.text(type.value()) + ")"
        : "";
  }

  /** The values that a schema has for its arguments, with their names. */
  static void addDefaults(@Nullable JsonObject schema, Map<String, String> namesByValue) {
    if (schema != null) {
      properties(schema)
          .forEach(
              (name, each) -> {
                if (each instanceof JsonObject object) {
                  add(name, object.get("default"), namesByValue);
                }
              });
    }
  }

  /** A value of an argument, if it is a text or a number. */
  static void add(String name, @Nullable JsonValue value, Map<String, String> namesByValue) {
    namesByValue.putIfAbsent(text(value), name);
  }

  private static String text(@Nullable JsonValue value) {
    if (value instanceof JsonString text) {
      return text.value();
    }
    return value instanceof JsonNumber number ? number.text() : "";
  }
}
