package dev.membrane.hooks;

import dev.membrane.schema.JsonNumber;
import dev.membrane.schema.JsonObject;
import dev.membrane.schema.JsonString;
import dev.membrane.schema.JsonValue;
import dev.membrane.schema.Sha256;
import dev.membrane.schema.json.RecordCodec;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Cuts long texts and values, and adds the length and the SHA-256 of the whole. Sizes are bytes of
 * UTF-8, and for a value that is no text, of its JSON.
 *
 * @param most the largest that stays whole
 */
record Excerpts(int most) {

  private static final RecordCodec CODEC = new RecordCodec();

  /** The start of a text. */
  String start(String whole) {
    byte[] bytes = whole.getBytes(StandardCharsets.UTF_8);
    return bytes.length <= most ? whole : start(bytes, most);
  }

  /** A text, which says at its end if it is cut. */
  String of(String whole) {
    byte[] bytes = whole.getBytes(StandardCharsets.UTF_8);
    return bytes.length <= most
        ? whole
        : start(bytes, most)
            + "… [cut: "
            + bytes.length
            + " bytes, sha256 "
            + Sha256.of(bytes)
            + "]";
  }

  /**
   * Any value. Of an object, large members are cut by themselves if that is enough, so that the
   * small ones stay; otherwise it is {@code {"excerpt": …, "bytes": …, "sha256": …}}.
   */
  JsonValue of(JsonValue whole) {
    byte[] bytes = bytes(whole);
    if (bytes.length <= most) {
      return whole;
    }
    if (whole instanceof JsonObject object) {
      JsonObject cut = cut(object);
      if (bytes(cut).length <= most) {
        return cut;
      }
    }
    return excerpt(bytes, most);
  }

  private JsonObject cut(JsonObject object) {
    int share = most / 2;
    Map<String, JsonValue> members = new LinkedHashMap<>();
    object
        .members()
        .forEach(
            (name, value) -> {
              byte[] bytes = bytes(value);
              members.put(name, bytes.length <= share ? value : excerpt(bytes, share / 2));
            });
    return new JsonObject(members);
  }

  private static JsonObject excerpt(byte[] whole, int length) {
    Map<String, JsonValue> members = new LinkedHashMap<>();
    members.put("excerpt", new JsonString(start(whole, length)));
    members.put("bytes", new JsonNumber(String.valueOf(whole.length)));
    members.put("sha256", new JsonString(Sha256.of(whole)));
    return new JsonObject(members);
  }

  private static byte[] bytes(JsonValue value) {
    String text = value instanceof JsonString string ? string.value() : CODEC.write(value);
    return text.getBytes(StandardCharsets.UTF_8);
  }

  /** Up to the last character that is whole. */
  private static String start(byte[] bytes, int length) {
    int end = length;
    while (end > 0 && (bytes[end] & 0xC0) == 0x80) {
      end--;
    }
    return new String(bytes, 0, end, StandardCharsets.UTF_8);
  }
}
