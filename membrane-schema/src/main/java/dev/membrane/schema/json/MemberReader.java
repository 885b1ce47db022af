package dev.membrane.schema.json;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonStreamContext;
import com.fasterxml.jackson.core.JsonToken;
import dev.membrane.schema.JsonObject;
import dev.membrane.schema.JsonValue;
import dev.membrane.schema.Limits;
import dev.membrane.schema.Timestamps;
import dev.membrane.schema.ValidationException;
import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;

/**
 * Reads JSON objects member by member. Values have to be of the type that is asked for, nothing is
 * converted; null is the same as a missing member. An error names the path of the member.
 */
final class MemberReader {

  /** Reads one value; the reader stands on its first token. */
  @FunctionalInterface
  interface ValueReader<T> {
    T read(MemberReader in) throws IOException;
  }

  private final JsonParser parser;
  private final String root;
  private final Allowance allowance;

  /**
   * Stands on the first token of a text.
   *
   * @param root the path of the whole text, empty for a record
   * @param allowance how much of the text may be built
   */
  MemberReader(JsonParser parser, String root, Allowance allowance) {
    this.parser = parser;
    this.root = root;
    this.allowance = allowance;
  }

  Allowance allowance() {
    return allowance;
  }

  /** Moves to the next member of the object; false at its end. */
  boolean next() throws IOException {
    return parser.nextToken() == JsonToken.FIELD_NAME;
  }

  String name() throws IOException {
    return parser.currentName();
  }

  void skip() throws IOException {
    parser.nextToken();
    parser.skipChildren();
  }

  @Nullable String text() throws IOException {
    return optional(MemberReader::textHere);
  }

  @Nullable Instant instant() throws IOException {
    return optional(MemberReader::instantHere);
  }

  @Nullable Double number() throws IOException {
    return optional(MemberReader::numberHere);
  }

  @Nullable Long integer() throws IOException {
    return optional(MemberReader::integerHere);
  }

  @Nullable Boolean truth() throws IOException {
    return optional(MemberReader::truthHere);
  }

  /** A constant of an enum, looked up by field and wire name. */
  <E> @Nullable E constant(BiFunction<String, String, E> lookup) throws IOException {
    return optional(in -> in.constantHere(lookup));
  }

  <T> @Nullable T object(ValueReader<T> part) throws IOException {
    return optional(in -> in.objectHere(part));
  }

  <T> @Nullable List<T> objects(ValueReader<T> part) throws IOException {
    return optional(in -> in.listHere(item -> item.objectHere(part)));
  }

  @Nullable List<String> texts() throws IOException {
    return optional(in -> in.listHere(MemberReader::textHere));
  }

  @Nullable Map<String, String> textsByName() throws IOException {
    return optional(in -> in.objectHere(MemberReader::textsByNameHere));
  }

  @Nullable JsonObject freeFormObject() throws IOException {
    return optional(in -> in.objectHere(MemberReader::freeFormObjectHere));
  }

  /** Any JSON; here null is a value. */
  JsonValue freeForm() throws IOException {
    parser.nextToken();
    return freeFormHere();
  }

  /** The members from the current one to the end of the object. */
  JsonObject remainingMembers() throws IOException {
    return FreeForm.members(parser, Json.MAX_LEVELS, allowance.whole());
  }

  /** The value of a member of the object just read, which must not be missing. */
  <T> T required(String name, @Nullable T value) {
    if (value == null) {
      String path = path();
      throw new ValidationException(path.isEmpty() ? name : path + "." + name, "is required");
    }
    return value;
  }

  <T> List<T> orEmpty(@Nullable List<T> items) {
    return items == null ? List.of() : items;
  }

  double orZero(@Nullable Double number) {
    return number == null ? 0 : number;
  }

  long orZero(@Nullable Long number) {
    return number == null ? 0 : number;
  }

  <T> List<T> listHere(ValueReader<T> part) throws IOException {
    expect(JsonToken.START_ARRAY, "an array");
    List<T> items = new ArrayList<>();
    while (parser.nextToken() != JsonToken.END_ARRAY) {
      if (allowance.isFull(items.size())) {
        String item = path();
        Limits.checkCount(item.substring(0, item.lastIndexOf('[')), items.size() + 1);
      }
      items.add(part.read(this));
    }
    return items;
  }

  <T> T objectHere(ValueReader<T> part) throws IOException {
    expect(JsonToken.START_OBJECT, "an object");
    return part.read(this);
  }

  JsonValue freeFormHere() throws IOException {
    // The path is nothing but a part of an error that only a bounded reader can meet here.
    allowance.enter(allowance.isBounded() ? path() : "");
    return FreeForm.read(parser, allowance);
  }

  /** The value with what the schema puts around free-form ones, whose levels do not count. */
  JsonValue wholeHere() throws IOException {
    return FreeForm.read(parser, Json.MAX_LEVELS, allowance.whole());
  }

  boolean isAtObject() {
    return parser.hasToken(JsonToken.START_OBJECT);
  }

  /** Refuses a text that is no array; one that is no JSON at all is refused as that. */
  void requireArray() throws IOException {
    if (!parser.hasToken(JsonToken.START_ARRAY)) {
      ValidationException mismatch = mismatch("an array");
      skipRest();
      throw mismatch;
    }
  }

  /** Reads a value that is of the wrong type to its end: what is no JSON is refused as that. */
  void skipRest() throws IOException {
    parser.skipChildren();
    parser.nextToken();
  }

  private <T> @Nullable T optional(ValueReader<T> part) throws IOException {
    return parser.nextToken() == JsonToken.VALUE_NULL ? null : part.read(this);
  }

  private String textHere() throws IOException {
    expect(JsonToken.VALUE_STRING, "a string");
    return parser.getText();
  }

  private <E> E constantHere(BiFunction<String, String, E> lookup) throws IOException {
    String constant = textHere();
    try {
      return lookup.apply(name(), constant);
    } catch (ValidationException unknown) {
      // The path takes longer than the look-up, and is nothing but a part of the error.
      return lookup.apply(path(), constant);
    }
  }

  private Instant instantHere() throws IOException {
    String text = textHere();
    Instant instant = Timestamps.read(text);
    if (instant == null) {
      throw new ValidationException(path(), Timestamps.complaint(text));
    }
    return instant;
  }

  // Both kinds of number are converted from their text, which stays linear in the number of digits.
  private double numberHere() throws IOException {
    if (!parser.currentToken().isNumeric()) {
      throw mismatch("a number");
    }
    allowance.value();
    checkLength();
    return Double.parseDouble(parser.getText());
  }

  private long integerHere() throws IOException {
    expect(JsonToken.VALUE_NUMBER_INT, "an integer");
    checkLength();
    try {
      return Long.parseLong(parser.getText());
    } catch (NumberFormatException tooLarge) {
      throw mismatch("an integer of 64 bits");
    }
  }

  private void checkLength() throws IOException {
    if (allowance.isTooLong(parser.getTextLength())) {
      throw Limits.numberTooLong(path());
    }
  }

  private boolean truthHere() throws IOException {
    if (!parser.currentToken().isBoolean()) {
      throw mismatch("true or false");
    }
    return parser.getBooleanValue();
  }

  private Map<String, String> textsByNameHere() throws IOException {
    Map<String, String> texts = new LinkedHashMap<>();
    while (next()) {
      String name = name();
      parser.nextToken();
      texts.put(name, textHere());
    }
    return texts;
  }

  Map<String, Integer> countsByNameHere() throws IOException {
    Map<String, Integer> counts = new LinkedHashMap<>();
    while (next()) {
      String name = name();
      parser.nextToken();
      expect(JsonToken.VALUE_NUMBER_INT, "an integer");
      counts.put(name, parser.getIntValue());
    }
    return counts;
  }

  private JsonObject freeFormObjectHere() throws IOException {
    return (JsonObject) freeFormHere();
  }

  private void expect(JsonToken token, String what) {
    if (!parser.hasToken(token)) {
      throw mismatch(what);
    }
    allowance.value();
  }

  private ValidationException mismatch(String what) {
    return new ValidationException(path(), "must be " + what);
  }

  private String path() {
    StringBuilder path = new StringBuilder(root);
    append(path, parser.getParsingContext());
    return path.toString();
  }

  private static void append(StringBuilder path, JsonStreamContext context) {
    if (context.getParent() != null) {
      append(path, context.getParent());
    }
    if (context.inArray() && context.hasCurrentIndex()) {
      path.append('[').append(context.getCurrentIndex()).append(']');
    } else if (context.inObject() && context.getCurrentName() != null) {
      path.append(path.length() == 0 ? "" : ".").append(context.getCurrentName());
    }
  }
}
