package dev.membrane.internal.text;

import dev.membrane.schema.JsonArray;
import dev.membrane.schema.JsonNumber;
import dev.membrane.schema.JsonObject;
import dev.membrane.schema.JsonString;
import dev.membrane.schema.JsonValue;
import dev.membrane.schema.ValidationException;
import dev.membrane.schema.json.RecordCodec;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The texts in JSON, also in JSON that is itself a text, as many tools take and answer it. */
public final class WrittenJson {

  /** The longest text that is read as JSON, in characters. */
  public static final int MAX_LENGTH = 20_000;

  /** How often a text in a text is looked into. */
  static final int MAX_LEVELS = 4;

  private static final RecordCodec CODEC = new RecordCodec();

  private WrittenJson() {}

  /** The text of a string or number; empty for anything else. */
  public static String textOf(JsonValue value) {
    if (value instanceof JsonString string) {
      return string.value();
    }
    return value instanceof JsonNumber number ? number.text() : "";
  }

  /** The strings and numbers in a value. */
  public static Set<String> in(@Nullable JsonValue value) {
    Set<String> texts = new HashSet<>();
    gather(value, false, texts);
    return texts;
  }

  /** The strings and numbers in a value, and the names of members. */
  public static Set<String> withNames(@Nullable JsonValue value) {
    Set<String> texts = new HashSet<>();
    gather(value, true, texts);
    return texts;
  }

  private static void gather(@Nullable JsonValue value, boolean withNames, Set<String> into) {
    if (value instanceof JsonString || value instanceof JsonNumber) {
      into.add(textOf(value));
    } else if (value instanceof JsonArray array) {
      array.items().forEach(item -> gather(item, withNames, into));
    } else if (value instanceof JsonObject object) {
      if (withNames) {
        into.addAll(object.members().keySet());
      }
      object.members().values().forEach(member -> gather(member, withNames, into));
    }
  }

  /**
   * The list or map that a text is as JSON; empty if it is none, or has more than {@value
   * #MAX_LENGTH} characters.
   */
  public static Optional<JsonValue> read(String text) {
    String json = text.length() > MAX_LENGTH ? "" : text.strip();
    boolean isObject = json.startsWith("{") && json.endsWith("}");
    boolean isArray = json.startsWith("[") && json.endsWith("]");
    return isObject || isArray ? parsed(json) : Optional.empty();
  }

  /** Some texts, and the strings, numbers and names in those that are lists and maps as JSON. */
  public static Set<String> withWritten(Set<String> texts) {
    Set<String> all = new HashSet<>(texts);
    Set<String> last = texts;
    for (int level = 0; level < MAX_LEVELS && !last.isEmpty(); level++) {
      last =
          last.stream()
              .flatMap(text -> read(text).stream())
              .flatMap(value -> withNames(value).stream())
              .collect(Collectors.toSet());
      all.addAll(last);
    }
    return all;
  }

  /** What the characters between double quotes stand for, if they are escaped as in JSON. */
  static String unescaped(String quoted) {
    return quoted.indexOf('\\') < 0
        ? quoted
        : parsed('"' + quoted.replace("\n", "\\n") + '"').map(WrittenJson::textOf).orElse(quoted);
  }

  private static Optional<JsonValue> parsed(String json) {
    try {
      return Optional.of(CODEC.parseRequest("value", json));
    } catch (ValidationException notJson) {
      return Optional.empty();
    }
  }
}
