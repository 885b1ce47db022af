package dev.membrane.http;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonStreamContext;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.google.protobuf.Descriptors.Descriptor;
import com.google.protobuf.Descriptors.FieldDescriptor;
import com.google.protobuf.Descriptors.FieldDescriptor.JavaType;
import com.google.protobuf.InvalidProtocolBufferException;
import dev.membrane.protocol.ItemCount;
import dev.membrane.schema.Limits;
import dev.membrane.schema.ValidationException;
import java.io.IOException;
import java.util.HashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Checks JSON before protobuf's parser sees it, which takes minutes for a long number, also for one
 * in quotes, and memory for many items, and which drops what comes after the value and all but the
 * last of equal members. Not thread-safe.
 */
final class ConnectLimits {

  /** Names of members are not shared between requests: the factory would keep them. */
  private static final JsonFactory TOKENS =
      JsonFactory.builder()
          .streamReadConstraints(
              StreamReadConstraints.builder()
                  .maxNumberLength(Integer.MAX_VALUE)
                  .maxStringLength(Integer.MAX_VALUE)
                  .build())
          .disable(JsonFactory.Feature.CANONICALIZE_FIELD_NAMES)
          .build();

  private static final Set<JavaType> NUMBERS =
      Set.of(JavaType.INT, JavaType.LONG, JavaType.FLOAT, JavaType.DOUBLE);

  /** In the list of a member of the message. */
  private static final int ITEM_DEPTH = 3;

  private final JsonParser parser;
  private final boolean isBatch;
  private int items;
  private int depth;

  private ConnectLimits(JsonParser parser, boolean isBatch) {
    this.parser = parser;
    this.isBatch = isBatch;
  }

  /**
   * Checks the body of a request.
   *
   * @param isBatch whether its only list of objects has the items of a batch
   * @throws InvalidProtocolBufferException if it is no JSON, or more than one value
   * @throws ValidationException if it has too long a number, too many items, or a member twice
   */
  static void check(String body, Descriptor message, boolean isBatch) throws IOException {
    try (JsonParser parser = TOKENS.createParser(body)) {
      ConnectLimits limits = new ConnectLimits(parser, isBatch);
      limits.value(parser.nextToken(), null, message);
      if (parser.nextToken() != null) {
        throw new InvalidProtocolBufferException("there is more than one JSON value");
      }
    } catch (JsonProcessingException malformed) {
      throw new InvalidProtocolBufferException("it is not the JSON of the message");
    }
  }

  private void value(
      @Nullable JsonToken token, @Nullable FieldDescriptor field, @Nullable Descriptor message)
      throws IOException {
    if (token == null || token.isStructEnd()) {
      return;
    }
    if (token.isStructStart()) {
      begin();
    }
    if (token == JsonToken.START_OBJECT) {
      members(message);
    } else if (token == JsonToken.START_ARRAY) {
      items(field, message);
    } else if (token.isNumeric() || (token == JsonToken.VALUE_STRING && isNumber(field))) {
      checkNumber();
    }
  }

  private static boolean isNumber(@Nullable FieldDescriptor field) {
    return field != null && NUMBERS.contains(field.getJavaType());
  }

  private void begin() {
    depth++;
    if (isBatch && depth == ITEM_DEPTH) {
      ItemCount.check(++items);
    }
  }

  private void members(@Nullable Descriptor message) throws IOException {
    Set<Object> seen = new HashSet<>();
    for (JsonToken token = parser.nextToken();
        token == JsonToken.FIELD_NAME;
        token = parser.nextToken()) {
      FieldDescriptor field = message == null ? null : field(message, parser.currentName());
      // A field has two names, and is the same under both.
      if (!seen.add(field == null ? parser.currentName() : field)) {
        String path = path(parser.getParsingContext());
        throw ValidationException.worded(path, path + " is given twice");
      }
      value(parser.nextToken(), field, field == null ? null : typeOf(field));
    }
    depth--;
  }

  private static @Nullable Descriptor typeOf(FieldDescriptor field) {
    return field.getJavaType() == JavaType.MESSAGE ? field.getMessageType() : null;
  }

  private void items(@Nullable FieldDescriptor field, @Nullable Descriptor message)
      throws IOException {
    String list = path(parser.getParsingContext().getParent());
    int count = 0;
    for (JsonToken token = parser.nextToken();
        token != null && token != JsonToken.END_ARRAY;
        token = parser.nextToken()) {
      Limits.checkCount(list, ++count);
      value(token, field, message);
    }
    depth--;
  }

  private static @Nullable FieldDescriptor field(Descriptor message, String name) {
    FieldDescriptor own = message.findFieldByName(name);
    return own != null
        ? own
        : message.getFields().stream()
            .filter(field -> field.getJsonName().equals(name))
            .findFirst()
            .orElse(null);
  }

  private void checkNumber() throws IOException {
    if (parser.getTextLength() > Limits.MAX_NUMBER) {
      String path = path(parser.getParsingContext());
      throw ValidationException.worded(
          path, path + " must be a number of at most " + Limits.MAX_NUMBER + " characters");
    }
  }

  private static String path(JsonStreamContext place) {
    JsonStreamContext parent = place.getParent();
    if (parent == null) {
      return "request";
    }
    String outer = parent.inRoot() ? "" : path(parent);
    return place.inArray()
        ? outer + "[" + place.getCurrentIndex() + "]"
        : (outer.isEmpty() ? "" : outer + ".") + place.getCurrentName();
  }
}
