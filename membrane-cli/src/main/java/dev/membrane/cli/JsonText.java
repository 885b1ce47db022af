package dev.membrane.cli;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.membrane.schema.JsonArray;
import dev.membrane.schema.JsonBoolean;
import dev.membrane.schema.JsonNumber;
import dev.membrane.schema.JsonObject;
import dev.membrane.schema.JsonString;
import dev.membrane.schema.JsonValue;
import dev.membrane.schema.ValidationException;
import dev.membrane.schema.json.RecordCodec;
import dev.membrane.server.StartException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.regex.Pattern;

/** JSON whose numbers stay as they are written, and whose members have different names. */
final class JsonText {

  private static final String TEXT = "text";
  private static final RecordCodec CODEC = new RecordCodec();
  private static final ObjectMapper MAPPER = new ObjectMapper();
  private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

  /** A whole pair is a character of another category. */
  private static final Pattern HALF_A_PAIR = Pattern.compile("\\p{Cs}");

  private JsonText() {}

  static ObjectNode object() {
    return NODES.objectNode();
  }

  /**
   * Reads an answer.
   *
   * @param json in UTF-8
   * @throws ValidationException if it is not JSON
   */
  static JsonNode read(byte[] json) {
    return node(CODEC.parseWritten("answer", new String(json, StandardCharsets.UTF_8)));
  }

  /**
   * Reads what somebody typed.
   *
   * @param name what it is called on the command line
   * @throws StartException if it is not JSON; the command line is at fault
   */
  static JsonNode typed(String name, String json) {
    try {
      return node(CODEC.parse(name, json));
    } catch (ValidationException malformed) {
      throw StartException.commandLine(String.valueOf(malformed.getMessage()));
    }
  }

  /**
   * Reads what stands in a part of a file or a database.
   *
   * @throws StartException if it is not JSON
   */
  static JsonNode stored(String name, String json) {
    try {
      return node(CODEC.parse(name, json));
    } catch (ValidationException malformed) {
      throw new StartException(String.valueOf(malformed.getMessage()), malformed);
    }
  }

  /**
   * Reads a whole file.
   *
   * @param name of it, for who reads what is wrong
   * @throws StartException if it is not JSON
   */
  static JsonNode storedFile(String name, String json) {
    try {
      return node(CODEC.parse(TEXT, json));
    } catch (ValidationException malformed) {
      throw new StartException(name + ": " + invalidJson(malformed), malformed);
    }
  }

  /**
   * Reads a line of a file, whose number errors give along with what is wrong.
   *
   * @throws StartException if it is not JSON
   */
  static JsonNode storedLine(String json) {
    try {
      return node(CODEC.parse(TEXT, json));
    } catch (ValidationException malformed) {
      throw new StartException(ofLine(invalidJson(malformed)), malformed);
    }
  }

  private static String invalidJson(ValidationException malformed) {
    String why = String.valueOf(malformed.getMessage());
    return why.replace("invalid " + TEXT + " JSON", "invalid JSON");
  }

  /** What is wrong with a text of one line, without the number of that line within it. */
  static String ofLine(String why) {
    return why.replace(" at line 1, column ", " at column ");
  }

  private static JsonNode node(JsonValue value) {
    if (value instanceof JsonObject object) {
      ObjectNode node = NODES.objectNode();
      object.members().forEach((name, member) -> node.set(name, node(member)));
      return node;
    }
    if (value instanceof JsonArray array) {
      ArrayNode node = NODES.arrayNode();
      array.items().forEach(item -> node.add(node(item)));
      return node;
    }
    if (value instanceof JsonNumber number) {
      return new NumberNode(number);
    }
    if (value instanceof JsonString text) {
      return NODES.textNode(text.value());
    }
    return value instanceof JsonBoolean truth ? NODES.booleanNode(truth.value()) : NODES.nullNode();
  }

  /**
   * Writes JSON that can be encoded: half a surrogate pair, which has no UTF-8, is escaped, so that
   * who reads it can refuse it.
   */
  static String write(JsonNode json) {
    try {
      return HALF_A_PAIR
          .matcher(MAPPER.writeValueAsString(json))
          .replaceAll(half -> "\\\\u" + Integer.toHexString(half.group().charAt(0)));
    } catch (JsonProcessingException impossible) {
      throw new UncheckedIOException(impossible);
    }
  }

  /** As {@link #write}, a member to a line. */
  static String indented(JsonNode json) {
    return json.toPrettyString();
  }
}
