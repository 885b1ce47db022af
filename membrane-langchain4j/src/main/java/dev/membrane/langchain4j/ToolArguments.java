package dev.membrane.langchain4j;

import dev.membrane.schema.JsonObject;
import dev.membrane.schema.JsonString;
import dev.membrane.schema.JsonValue;
import dev.membrane.schema.ValidationException;
import dev.membrane.schema.json.RecordCodec;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Checks what a model gave a tool, and says what is wrong in words with which it can try again. */
final class ToolArguments {

  private static final RecordCodec CODEC = new RecordCodec();

  private ToolArguments() {}

  /** A text that has to be there. */
  static String required(String name, @Nullable String text) {
    if (text == null || text.isBlank()) {
      throw wrong(name, name + " is required, and must be a text");
    }
    return text;
  }

  /** Any JSON that has to be there, as {@link #value} reads it. */
  static JsonValue requiredValue(String name, @Nullable String text) {
    if (text == null) {
      throw wrong(name, name + " is required");
    }
    return value(text);
  }

  /** A text; one that is the JSON of an object or a list is taken for that. */
  static JsonValue value(String text) {
    String start = text.stripLeading();
    return start.startsWith("{") || start.startsWith("[") ? jsonOrText(text) : new JsonString(text);
  }

  /** What a text says as JSON; the text itself if it is none. */
  static JsonValue jsonOrText(String text) {
    try {
      return CODEC.parse("text", text);
    } catch (ValidationException none) {
      return new JsonString(text);
    }
  }

  /** An object. */
  static JsonObject object(String name, Map<?, ?> given) {
    try {
      return (JsonObject) JsonValue.of(given);
    } catch (IllegalArgumentException malformed) {
      throw wrong(name, name + " must be a JSON object: " + malformed.getMessage());
    }
  }

  /** A list of texts; empty if it was left out. */
  static List<String> texts(String name, @Nullable List<?> given) {
    List<String> texts = new ArrayList<>();
    for (Object item : given == null ? List.of() : given) {
      if (!(item instanceof String text)) {
        throw wrong(name, name + " must be a list of texts");
      }
      texts.add(text);
    }
    return texts;
  }

  /** A whole number within bounds. */
  static int number(String name, @Nullable Integer given, int otherwise, int least, int most) {
    if (given == null) {
      return otherwise;
    }
    if (given < least || given > most) {
      throw wrong(name, name + " must be a whole number from " + least + " to " + most);
    }
    return given;
  }

  /** A failure that is about an argument. */
  static ValidationException wrong(String name, String text) {
    return ValidationException.worded(name, text);
  }
}
