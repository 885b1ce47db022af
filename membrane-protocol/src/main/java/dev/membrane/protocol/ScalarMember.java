package dev.membrane.protocol;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import dev.membrane.schema.JsonNumber;
import dev.membrane.schema.JsonString;
import dev.membrane.schema.JsonValue;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** Finds a member of a JSON object that cannot be read as a whole, such as one nested too deep. */
public final class ScalarMember {

  /** Names are not shared between texts, so that hostile ones cannot fill a table. */
  private static final JsonFactory JSON =
      JsonFactory.builder().disable(JsonFactory.Feature.CANONICALIZE_FIELD_NAMES).build();

  private ScalarMember() {}

  /**
   * A text or a number.
   *
   * @param json perhaps malformed, at the end or anywhere
   * @return null if there is no such member of the outermost object, its value is of another kind,
   *     or the text is no JSON before it
   */
  public static @Nullable JsonValue in(String json, String name) {
    try (JsonParser parser = JSON.createParser(json)) {
      if (parser.nextToken() != JsonToken.START_OBJECT) {
        return null;
      }
      while (parser.nextToken() == JsonToken.FIELD_NAME) {
        boolean isFound = parser.currentName().equals(name);
        JsonToken value = parser.nextToken();
        if (isFound) {
          return scalar(parser, value);
        }
        parser.skipChildren();
      }
      return null;
    } catch (IOException noJson) {
      return null;
    }
  }

  private static @Nullable JsonValue scalar(JsonParser parser, JsonToken value) throws IOException {
    if (value == JsonToken.VALUE_STRING) {
      return new JsonString(parser.getText());
    }
    return value.isNumeric() ? new JsonNumber(parser.getText()) : null;
  }
}
