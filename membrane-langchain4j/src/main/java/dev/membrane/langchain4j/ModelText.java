package dev.membrane.langchain4j;

import dev.membrane.schema.JsonString;
import dev.membrane.schema.JsonValue;
import dev.membrane.schema.ValidationException;
import dev.membrane.schema.json.RecordCodec;

/** Texts of models and tools, of which some are JSON. */
final class ModelText {

  private static final RecordCodec CODEC = new RecordCodec();

  private ModelText() {}

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

  /** JSON on one line. */
  static String of(JsonValue value) {
    return CODEC.write(value);
  }
}
