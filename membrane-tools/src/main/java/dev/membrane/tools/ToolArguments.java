package dev.membrane.tools;

import dev.membrane.schema.JsonArray;
import dev.membrane.schema.JsonBoolean;
import dev.membrane.schema.JsonNull;
import dev.membrane.schema.JsonNumber;
import dev.membrane.schema.JsonObject;
import dev.membrane.schema.JsonString;
import dev.membrane.schema.JsonValue;
import dev.membrane.schema.ValidationException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * The arguments that a model gave to a tool or prompt. The errors for missing, unknown or mistyped
 * ones are worded so that the model can try again. Immutable.
 */
final class ToolArguments {

  private final JsonObject given;

  /**
   * Checks the names.
   *
   * @param known the arguments that there are
   * @throws ValidationException if another one is given
   */
  ToolArguments(JsonObject given, Set<String> known) {
    this.given = given;
    for (String name : given.members().keySet()) {
      if (!known.contains(name)) {
        throw wrong(
            name,
            "there is no argument "
                + name
                + "; there is: "
                + known.stream().sorted().collect(Collectors.joining(", ")));
      }
    }
  }

  /** A value; empty if it was left out or is null. */
  Optional<JsonValue> value(String name) {
    return Optional.ofNullable(given.get(name)).filter(it -> !(it instanceof JsonNull));
  }

  /** A value that has to be there; null says nothing. */
  JsonValue required(String name) {
    return value(name).orElseThrow(() -> wrong(name, name + " is required"));
  }

  Optional<String> text(String name) {
    return value(name)
        .map(
            value -> {
              if (value instanceof JsonString text) {
                return text.value();
              }
              throw wrong(name, name + " must be a text");
            });
  }

  /** A text that has to be there. */
  String requiredText(String name) {
    return text(name)
        .filter(text -> !text.isBlank())
        .orElseThrow(() -> wrong(name, name + " is required, and must be a text"));
  }

  List<String> texts(String name) {
    List<String> texts = new ArrayList<>();
    value(name)
        .ifPresent(
            value -> {
              if (!(value instanceof JsonArray array)) {
                throw wrong(name, name + " must be a list of texts");
              }
              array.items().forEach(item -> texts.add(item(name, item)));
            });
    return texts;
  }

  private static String item(String name, JsonValue item) {
    if (item instanceof JsonString text) {
      return text.value();
    }
    throw wrong(name, name + " must be a list of texts");
  }

  Optional<JsonObject> object(String name) {
    return value(name)
        .map(
            value -> {
              if (value instanceof JsonObject object) {
                return object;
              }
              throw wrong(name, name + " must be an object");
            });
  }

  boolean flag(String name, boolean otherwise) {
    return value(name)
        .map(
            value -> {
              if (value instanceof JsonBoolean flag) {
                return flag.value();
              }
              throw wrong(name, name + " must be true or false");
            })
        .orElse(otherwise);
  }

  /** A whole number within bounds. */
  int number(String name, int otherwise, int least, int most) {
    return value(name).map(value -> number(name, value, least, most)).orElse(otherwise);
  }

  private static int number(String name, JsonValue value, int least, int most) {
    if (value instanceof JsonNumber number) {
      double exact = number.doubleValue();
      if (exact == Math.rint(exact) && exact >= least && exact <= most) {
        return (int) exact;
      }
    }
    throw wrong(name, name + " must be a whole number from " + least + " to " + most);
  }

  /**
   * What is wrong, worded for the argument that a model knows.
   *
   * @param wrong may name the field of a request that the argument became
   * @param argumentsByField as {@link ToolUse#argumentsByField} says
   */
  static ValidationException named(
      ValidationException wrong, Map<String, String> argumentsByField) {
    String field = wrong.field();
    for (Map.Entry<String, String> entry : argumentsByField.entrySet()) {
      Matcher matcher = Pattern.compile(entry.getKey() + "(?![^.\\[])").matcher(field);
      if (matcher.lookingAt()) {
        String name = entry.getValue() + field.substring(matcher.end());
        String text = String.valueOf(wrong.getMessage());
        return wrong(name, text.replaceFirst(Pattern.quote(field), Matcher.quoteReplacement(name)));
      }
    }
    return wrong;
  }

  /** A failure that is about an argument. */
  static ValidationException wrong(String name, String text) {
    return ValidationException.worded(name, text);
  }
}
