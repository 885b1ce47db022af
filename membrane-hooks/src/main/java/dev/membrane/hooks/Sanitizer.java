package dev.membrane.hooks;

import dev.membrane.schema.JsonArray;
import dev.membrane.schema.JsonNumber;
import dev.membrane.schema.JsonObject;
import dev.membrane.schema.JsonString;
import dev.membrane.schema.JsonValue;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Prepares what a host reported for being stored: it removes keys and tokens, and then cuts what is
 * too long. It notices whether something was removed. Not thread-safe.
 */
final class Sanitizer {

  private static final String REMOVED = "secret-removed";

  private final Excerpts excerpts;
  private boolean hasRemoved;

  Sanitizer(int maxBytes) {
    this.excerpts = new Excerpts(maxBytes);
  }

  /** A text; if it is cut, its end says so. */
  String text(String raw) {
    return excerpts.of(clean(raw));
  }

  /** The start of a text. */
  String start(String raw) {
    return excerpts.start(clean(raw));
  }

  /** Any value; what is cut is an object that says so. */
  JsonValue json(JsonValue raw) {
    return excerpts.of(clean(raw));
  }

  /** What to say of the record. */
  List<String> tags() {
    return hasRemoved ? List.of(REMOVED) : List.of();
  }

  /** A tool may print anything, and not everything can be stored. */
  private String clean(String raw) {
    String printed =
        new String(raw.getBytes(StandardCharsets.UTF_8), StandardCharsets.UTF_8)
            .replace('\0', '\uFFFD');
    String cleaned = Secrets.removedFrom(printed);
    hasRemoved |= !cleaned.equals(printed);
    return cleaned;
  }

  private JsonValue clean(JsonValue value) {
    if (value instanceof JsonString text) {
      return new JsonString(clean(text.value()));
    }
    if (value instanceof JsonArray array) {
      return new JsonArray(array.items().stream().map(this::clean).toList());
    }
    return value instanceof JsonObject object ? clean(object) : value;
  }

  private JsonObject clean(JsonObject object) {
    Map<String, JsonValue> members = new LinkedHashMap<>();
    object.members().forEach((name, value) -> members.put(clean(name), clean(name, value)));
    if (members.get("name") instanceof JsonString named && members.containsKey("value")) {
      members.computeIfPresent("value", (name, value) -> clean(named.value(), value));
    }
    return new JsonObject(members);
  }

  private JsonValue clean(String name, JsonValue value) {
    return SecretNames.tellOf(name) ? removed(value, SecretNames.tellOfNumber(name)) : clean(value);
  }

  /** Without any text, of which each may be the secret; numbers are often lengths or counts. */
  private JsonValue removed(JsonValue value, boolean withNumbers) {
    if (value instanceof JsonArray array) {
      return new JsonArray(array.items().stream().map(one -> removed(one, withNumbers)).toList());
    }
    if (value instanceof JsonObject object) {
      return removed(object, withNumbers);
    }
    boolean isSecret =
        (withNumbers && value instanceof JsonNumber)
            || (value instanceof JsonString text && !text.value().isBlank());
    hasRemoved |= isSecret;
    return isSecret ? new JsonString(Secrets.REMOVED_VALUE) : value;
  }

  private JsonObject removed(JsonObject object, boolean withNumbers) {
    Map<String, JsonValue> members = new LinkedHashMap<>();
    object
        .members()
        .forEach(
            (name, value) ->
                members.put(
                    clean(name), removed(value, withNumbers || SecretNames.tellOfNumber(name))));
    return new JsonObject(members);
  }
}
