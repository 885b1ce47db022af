package dev.membrane.protocol;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.exc.StreamConstraintsException;
import com.fasterxml.jackson.core.io.JsonEOFException;
import com.google.protobuf.ByteString;
import com.google.protobuf.Descriptors.FieldDescriptor;
import com.google.protobuf.Descriptors.OneofDescriptor;
import com.google.protobuf.InvalidProtocolBufferException;
import com.google.protobuf.Message;
import com.google.protobuf.UnsafeByteOperations;
import dev.membrane.schema.Limits;
import dev.membrane.schema.ValidationException;
import java.io.IOException;
import java.math.BigDecimal;
import java.util.HashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Reads the JSON of one request into a message, by the message's descriptor. A JSON document in a
 * field is copied as it is written, so that no number changes. Not thread-safe.
 */
final class ReadableJsonReader {

  private static final int MAX_NUMBER_LENGTH = 1_000;
  private static final String WHOLE = "a whole number that is not too large";

  /** Before UTF-8 that says of itself that it is. */
  private static final ByteString BYTE_ORDER_MARK = ByteString.copyFromUtf8("\uFEFF");

  /**
   * Of long texts, and numbers in free-form JSON, the engine judges itself, and names the field.
   * Names of members are not shared between requests: the factory would keep thousands of them,
   * however long.
   */
  private static final JsonFactory JSON =
      JsonFactory.builder()
          .streamReadConstraints(
              StreamReadConstraints.builder()
                  .maxStringLength(Integer.MAX_VALUE)
                  .maxNumberLength(Integer.MAX_VALUE)
                  .build())
          .disable(JsonFactory.Feature.CANONICALIZE_FIELD_NAMES)
          .build();

  private final String text;

  /**
   * Decodes the body.
   *
   * @throws InvalidProtocolBufferException if it is not UTF-8
   */
  ReadableJsonReader(byte[] body) throws InvalidProtocolBufferException {
    ByteString bytes = UnsafeByteOperations.unsafeWrap(body);
    if (!bytes.isValidUtf8()) {
      throw new InvalidProtocolBufferException("it is not UTF-8");
    }
    int from = bytes.startsWith(BYTE_ORDER_MARK) ? BYTE_ORDER_MARK.size() : 0;
    text = bytes.substring(from).toStringUtf8();
  }

  /**
   * Reads the whole body.
   *
   * @throws InvalidProtocolBufferException if it is not JSON
   * @throws ValidationException if it is JSON but does not fit the message
   */
  Message read(Message into) throws IOException {
    Message.Builder message = into.newBuilderForType();
    try (JsonParser parser = JSON.createParser(text)) {
      parser.nextToken();
      readMessage(parser, "", message);
      if (parser.nextToken() != null) {
        throw new InvalidProtocolBufferException("there is more than one JSON value");
      }
      return message.build();
    } catch (JsonProcessingException malformed) {
      throw new InvalidProtocolBufferException("it is not JSON: " + reason(malformed));
    }
  }

  /** In words of our own: the parser's name its classes. */
  private static String reason(JsonProcessingException malformed) {
    if (malformed instanceof JsonEOFException) {
      return "unexpected end of input";
    }
    if (malformed instanceof StreamConstraintsException) {
      return "it is nested too deeply, or a member name is too long";
    }
    JsonLocation place = malformed.getLocation();
    return "unexpected character"
        + (place == null
            ? ""
            : " at line " + place.getLineNr() + ", column " + place.getColumnNr());
  }

  private void readMessage(JsonParser parser, String path, Message.Builder message)
      throws IOException {
    if (parser.currentToken() != JsonToken.START_OBJECT) {
      if (path.isEmpty()) {
        throw new InvalidProtocolBufferException("it must be a JSON object");
      }
      throw wrong(path, "an object");
    }
    Set<FieldDescriptor> seen = new HashSet<>();
    while (parser.nextToken() != JsonToken.END_OBJECT) {
      String member = prefixed(path, parser.currentName());
      FieldDescriptor field = message.getDescriptorForType().findFieldByName(parser.currentName());
      if (field == null) {
        throw ValidationException.worded(member, "unknown member: " + member);
      }
      if (!seen.add(field)) {
        throw ValidationException.worded(member, member + " is given twice");
      }
      parser.nextToken();
      readField(parser, member, field, message);
    }
  }

  /** Of members that exclude each other the message would keep the last. */
  private static void requireFirst(String path, FieldDescriptor field, Message.Builder message) {
    OneofDescriptor oneof = field.getContainingOneof();
    if (oneof != null && message.hasOneof(oneof)) {
      throw ValidationException.worded(path, path + " is one too many: only one may be set");
    }
  }

  private static String prefixed(String path, String name) {
    return path.isEmpty() ? name : path + "." + name;
  }

  private void readField(
      JsonParser parser, String path, FieldDescriptor field, Message.Builder message)
      throws IOException {
    if (field.isRepeated()) {
      readItems(parser, path, field, message);
      return;
    }
    Object value = readValue(parser, path, field, message);
    if (value != null) {
      requireFirst(path, field, message);
      message.setField(field, value);
    }
  }

  private void readItems(
      JsonParser parser, String path, FieldDescriptor field, Message.Builder message)
      throws IOException {
    if (parser.currentToken() == JsonToken.VALUE_NULL) {
      return;
    }
    if (parser.currentToken() != JsonToken.START_ARRAY) {
      throw wrong(path, "an array");
    }
    for (int i = 0; parser.nextToken() != JsonToken.END_ARRAY; i++) {
      if (ItemCount.isNeeded(message.getDefaultInstanceForType())) {
        ItemCount.check(i + 1);
      }
      Limits.checkCount(path, i + 1);
      String item = path + "[" + i + "]";
      Object value = readValue(parser, item, field, message);
      if (value == null) {
        throw ValidationException.worded(item, item + " must not be null");
      }
      message.addRepeatedField(field, value);
    }
  }

  /** A value as the message keeps it; null where the member says nothing. */
  private @Nullable Object readValue(
      JsonParser parser, String path, FieldDescriptor field, Message.Builder message)
      throws IOException {
    if (JsonFields.isJson(field)) {
      String json = document(parser);
      return field.getType() == FieldDescriptor.Type.BYTES ? ByteString.copyFromUtf8(json) : json;
    }
    if (parser.currentToken() == JsonToken.VALUE_NULL) {
      return null;
    }
    return switch (field.getJavaType()) {
      case STRING -> text(parser, path);
      case BOOLEAN -> truth(parser, path);
      case INT -> (int) whole(parser, path, Integer.MIN_VALUE, Integer.MAX_VALUE);
      case LONG -> whole(parser, path, Long.MIN_VALUE, Long.MAX_VALUE);
      case DOUBLE -> number(parser, path);
      case MESSAGE -> {
        Message.Builder nested = message.newBuilderForField(field);
        readMessage(parser, path, nested);
        yield nested.build();
      }
      case FLOAT, ENUM, BYTE_STRING ->
          throw new IllegalStateException("no request has a field like " + field.getFullName());
    };
  }

  private String document(JsonParser parser) throws IOException {
    int from = (int) parser.currentTokenLocation().getCharOffset();
    parser.skipChildren();
    parser.finishToken();
    int to = (int) parser.currentLocation().getCharOffset();
    return text.substring(from, to);
  }

  private static String text(JsonParser parser, String path) throws IOException {
    if (parser.currentToken() != JsonToken.VALUE_STRING) {
      throw wrong(path, "a string");
    }
    return parser.getText();
  }

  private static boolean truth(JsonParser parser, String path) {
    return switch (parser.currentToken()) {
      case VALUE_TRUE -> true;
      case VALUE_FALSE -> false;
      default -> throw wrong(path, "true or false");
    };
  }

  /** In JSON, 2.0 and 2e0 are as whole as 2. */
  private static long whole(JsonParser parser, String path, long least, long most)
      throws IOException {
    if (isNumber(parser)) {
      try {
        long value = new BigDecimal(parser.getText()).longValueExact();
        if (value >= least && value <= most) {
          return value;
        }
      } catch (ArithmeticException | NumberFormatException notWholeOrTooLarge) {
        throw wrong(path, WHOLE);
      }
    }
    throw wrong(path, WHOLE);
  }

  private static double number(JsonParser parser, String path) throws IOException {
    if (!isNumber(parser)) {
      throw wrong(path, "a number of at most " + MAX_NUMBER_LENGTH + " characters");
    }
    return Double.parseDouble(parser.getText());
  }

  private static boolean isNumber(JsonParser parser) throws IOException {
    JsonToken token = parser.currentToken();
    return token.isNumeric() && parser.getTextLength() <= MAX_NUMBER_LENGTH;
  }

  private static ValidationException wrong(String path, String what) {
    return ValidationException.worded(path, path + " must be " + what);
  }
}
