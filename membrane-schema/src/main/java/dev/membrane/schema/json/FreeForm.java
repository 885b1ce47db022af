package dev.membrane.schema.json;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.exc.StreamConstraintsException;
import dev.membrane.schema.JsonArray;
import dev.membrane.schema.JsonBoolean;
import dev.membrane.schema.JsonNull;
import dev.membrane.schema.JsonNumber;
import dev.membrane.schema.JsonObject;
import dev.membrane.schema.JsonString;
import dev.membrane.schema.JsonValue;
import dev.membrane.schema.Limits;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Reads and writes JSON that has no schema, keeping everything in it as it is. */
final class FreeForm {

  private FreeForm() {}

  /** Reads the value that the parser stands on. */
  static JsonValue read(JsonParser parser, Allowance allowance) throws IOException {
    return read(parser, Limits.MAX_NESTING, allowance);
  }

  /** The same with other levels than a free-form value may have. */
  static JsonValue read(JsonParser parser, int levelsLeft, Allowance allowance) throws IOException {
    allowance.freeFormValue();
    return switch (parser.currentToken()) {
      case START_OBJECT -> {
        parser.nextToken();
        yield members(parser, deeper(parser, levelsLeft), allowance);
      }
      case START_ARRAY -> array(parser, deeper(parser, levelsLeft), allowance);
      case VALUE_STRING -> new JsonString(parser.getText());
      case VALUE_TRUE, VALUE_FALSE -> new JsonBoolean(parser.getBooleanValue());
      case VALUE_NULL -> JsonNull.NULL;
      default -> {
        allowance.freeFormNumber(parser.getTextLength());
        yield new JsonNumber(parser.getText());
      }
    };
  }

  /** Reads the rest of an object from the member name that the parser stands on. */
  static JsonObject members(JsonParser parser, int levelsLeft, Allowance allowance)
      throws IOException {
    Map<String, JsonValue> members = new LinkedHashMap<>();
    for (; parser.currentToken() == JsonToken.FIELD_NAME; parser.nextToken()) {
      String name = parser.currentName();
      allowance.freeFormName(name);
      parser.nextToken();
      members.put(name, read(parser, levelsLeft, allowance));
    }
    return new JsonObject(members);
  }

  private static JsonArray array(JsonParser parser, int levelsLeft, Allowance allowance)
      throws IOException {
    List<JsonValue> items = new ArrayList<>();
    while (parser.nextToken() != JsonToken.END_ARRAY) {
      items.add(read(parser, levelsLeft, allowance));
    }
    return new JsonArray(items);
  }

  private static int deeper(JsonParser parser, int levelsLeft) throws IOException {
    if (levelsLeft == 0) {
      throw new StreamConstraintsException("too deep", parser.currentLocation());
    }
    return levelsLeft - 1;
  }

  static void write(JsonGenerator generator, JsonValue value) throws IOException {
    if (value instanceof JsonObject object) {
      writeObject(generator, object);
    } else if (value instanceof JsonArray array) {
      writeArray(generator, array);
    } else if (value instanceof JsonString string) {
      generator.writeString(string.value());
    } else if (value instanceof JsonNumber number) {
      generator.writeNumber(number.text());
    } else if (value instanceof JsonBoolean truth) {
      generator.writeBoolean(truth.value());
    } else {
      generator.writeNull();
    }
  }

  private static void writeObject(JsonGenerator generator, JsonObject object) throws IOException {
    generator.writeStartObject();
    for (Map.Entry<String, JsonValue> member : object.members().entrySet()) {
      generator.writeFieldName(member.getKey());
      write(generator, member.getValue());
    }
    generator.writeEndObject();
  }

  private static void writeArray(JsonGenerator generator, JsonArray array) throws IOException {
    generator.writeStartArray();
    for (JsonValue item : array.items()) {
      write(generator, item);
    }
    generator.writeEndArray();
  }
}
