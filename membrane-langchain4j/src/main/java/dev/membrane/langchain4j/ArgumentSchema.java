package dev.membrane.langchain4j;

import static java.util.Objects.requireNonNull;

import dev.langchain4j.model.chat.request.json.JsonArraySchema;
import dev.langchain4j.model.chat.request.json.JsonBooleanSchema;
import dev.langchain4j.model.chat.request.json.JsonEnumSchema;
import dev.langchain4j.model.chat.request.json.JsonIntegerSchema;
import dev.langchain4j.model.chat.request.json.JsonObjectSchema;
import dev.langchain4j.model.chat.request.json.JsonSchemaElement;
import dev.langchain4j.model.chat.request.json.JsonStringSchema;
import dev.membrane.schema.JsonArray;
import dev.membrane.schema.JsonObject;
import dev.membrane.schema.JsonString;
import dev.membrane.schema.JsonValue;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** JSON Schema of a tool's arguments as LangChain4j has it. */
final class ArgumentSchema {

  private ArgumentSchema() {}

  /** All arguments of a tool. */
  static JsonObjectSchema of(JsonObject schema) {
    JsonObjectSchema.Builder arguments = JsonObjectSchema.builder();
    properties(schema).forEach((name, it) -> arguments.addProperty(name, element((JsonObject) it)));
    return arguments.required(texts(schema.members().get("required"))).build();
  }

  /** The schemas of arguments by name. */
  static Map<String, JsonValue> properties(JsonObject schema) {
    return ((JsonObject) requireNonNull(schema.members().get("properties"))).members();
  }

  /** The type of an argument; null: any JSON, of which models are told that it is a text. */
  static @Nullable String type(JsonObject argument) {
    return text(argument, "type");
  }

  private static JsonSchemaElement element(JsonObject argument) {
    String description = text(argument, "description");
    String type = type(argument);
    return switch (type == null ? "string" : type) {
      case "string" -> string(argument, description);
      case "integer" -> JsonIntegerSchema.builder().description(description).build();
      case "boolean" -> JsonBooleanSchema.builder().description(description).build();
      case "object" -> JsonObjectSchema.builder().description(description).build();
      case "array" ->
          JsonArraySchema.builder()
              .description(description)
              .items(element((JsonObject) requireNonNull(argument.members().get("items"))))
              .build();
      default -> throw new IllegalArgumentException("no argument can be of type " + type);
    };
  }

  private static JsonSchemaElement string(JsonObject argument, @Nullable String description) {
    List<String> names = texts(argument.members().get("enum"));
    return names.isEmpty()
        ? JsonStringSchema.builder().description(description).build()
        : JsonEnumSchema.builder().description(description).enumValues(names).build();
  }

  private static @Nullable String text(JsonObject object, String member) {
    return object.members().get(member) instanceof JsonString text ? text.value() : null;
  }

  private static List<String> texts(@Nullable JsonValue array) {
    return array instanceof JsonArray texts
        ? texts.items().stream().map(text -> ((JsonString) text).value()).toList()
        : List.of();
  }
}
