package dev.membrane.internal.skill;

import dev.membrane.schema.JsonNumber;
import dev.membrane.schema.JsonObject;
import dev.membrane.schema.JsonString;
import dev.membrane.schema.JsonValue;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The arguments of steps. Their names and types are given, but never a value. */
final class Arguments {

  private static final int MOST = 32;

  private Arguments() {}

  /** The arguments of a schema as Markdown; empty if it has none. */
  static String of(@Nullable JsonObject schema) {
    return schema == null ? "" : listed(properties(schema));
  }

  private static String listed(Map<String, JsonValue> schemas) {
    return schemas.entrySet().stream()
        .limit(MOST)
        .map(entry -> Markdown.code(entry.getKey()) + type(entry.getValue()))
        .collect(Collectors.joining(", "));
  }

  /** As Markdown, the names of arguments with their values. */
  static String names(JsonObject arguments) {
    return arguments.members().keySet().stream()
        .limit(MOST)
        .map(Markdown::code)
        .collect(Collectors.joining(", "));
  }

  /** A schema is one of an object, or has the schema of each argument by its name. */
  static Map<String, JsonValue> properties(JsonObject schema) {
    return schema.members().get("properties") instanceof JsonObject object
        ? object.members()
        : schema.members();
  }

  private static String type(JsonValue schema) {
    return schema instanceof JsonObject object
            && object.members().get("type") instanceof JsonString type
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
                  add(name, object.members().get("default"), namesByValue);
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
