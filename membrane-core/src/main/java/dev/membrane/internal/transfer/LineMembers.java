package dev.membrane.internal.transfer;

import dev.membrane.internal.value.FarFuture;
import dev.membrane.schema.JsonArray;
import dev.membrane.schema.JsonNull;
import dev.membrane.schema.JsonNumber;
import dev.membrane.schema.JsonObject;
import dev.membrane.schema.JsonString;
import dev.membrane.schema.JsonValue;
import dev.membrane.schema.Limits;
import dev.membrane.schema.Timestamps;
import dev.membrane.schema.ValidationException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The members of an object in a line. What is not of the type that is asked for, or missing, is a
 * {@link ValidationException} that names its path.
 *
 * @param path where the object stands; empty: it is the line
 */
record LineMembers(String path, JsonObject json) {

  /** The members of a value that has to be an object. */
  static LineMembers of(String path, JsonValue value) {
    if (value instanceof JsonObject object) {
      return new LineMembers(path, object);
    }
    throw new ValidationException(path, "must be an object");
  }

  String text(String name) {
    if (!(required(name) instanceof JsonString text)) {
      throw fault(name, "must be a string");
    }
    Limits.checkCharacters(pathOf(name), text.value());
    return text.value();
  }

  @Nullable String optionalText(String name) {
    return isThere(name) ? text(name) : null;
  }

  long integer(String name, long least, long most) {
    long value = integer(name);
    if (value < least || value > most) {
      throw fault(name, "must be between " + least + " and " + most);
    }
    return value;
  }

  private long integer(String name) {
    try {
      if (required(name) instanceof JsonNumber number) {
        return Long.parseLong(number.text());
      }
    } catch (NumberFormatException other) {
      throw fault(name, "must be an integer of 64 bits");
    }
    throw fault(name, "must be an integer");
  }

  Instant instant(String name) {
    return Timestamps.parse(pathOf(name), text(name));
  }

  /** An instant that a server's clock has told. */
  Instant instant(String name, Instant latest) {
    Instant at = instant(name);
    FarFuture.check(pathOf(name), at, latest);
    return at;
  }

  @Nullable LineMembers optionalObject(String name) {
    return isThere(name) ? of(pathOf(name), required(name)) : null;
  }

  /** The objects of a list; none where there is no list. */
  List<LineMembers> objects(String name) {
    List<LineMembers> objects = new ArrayList<>();
    for (JsonValue item : items(name)) {
      objects.add(of(pathOf(name) + "[" + objects.size() + "]", item));
    }
    return objects;
  }

  /** The texts of a list; none where there is no list. */
  List<String> texts(String name) {
    List<String> texts = new ArrayList<>();
    for (JsonValue item : items(name)) {
      if (!(item instanceof JsonString text)) {
        throw fault(name, "must be an array of strings");
      }
      Limits.checkCharacters(pathOf(name), text.value());
      texts.add(text.value());
    }
    return texts;
  }

  private List<JsonValue> items(String name) {
    if (!isThere(name)) {
      return List.of();
    }
    if (required(name) instanceof JsonArray array) {
      return array.items();
    }
    throw fault(name, "must be an array");
  }

  /**
   * The members of an object, how often each occurs.
   *
   * @param most how often all occur together at the most
   */
  Map<String, Integer> counts(String name, int most) {
    LineMembers object = of(pathOf(name), required(name));
    Map<String, Integer> counts = new LinkedHashMap<>();
    long rest = most;
    for (String text : object.json().members().keySet()) {
      Limits.checkCharacters(pathOf(name), text);
      long count = object.integer(text, 1, rest);
      counts.put(text, (int) count);
      rest -= count;
    }
    return counts;
  }

  ValidationException fault(String name, String message) {
    return new ValidationException(pathOf(name), message);
  }

  private JsonValue required(String name) {
    JsonValue value = json.get(name);
    if (value == null) {
      throw fault(name, "is required");
    }
    return value;
  }

  private boolean isThere(String name) {
    JsonValue value = json.get(name);
    return value != null && !(value instanceof JsonNull);
  }

  private String pathOf(String name) {
    return path.isEmpty() ? name : path + "." + name;
  }
}
