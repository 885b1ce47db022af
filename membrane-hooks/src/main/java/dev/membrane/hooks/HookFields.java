package dev.membrane.hooks;

import dev.membrane.schema.JsonBoolean;
import dev.membrane.schema.JsonNull;
import dev.membrane.schema.JsonObject;
import dev.membrane.schema.JsonString;
import dev.membrane.schema.JsonValue;
import dev.membrane.schema.Sha256;
import dev.membrane.schema.Timestamps;
import dev.membrane.schema.ValidationException;
import dev.membrane.schema.Visible;
import dev.membrane.schema.json.RecordCodec;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The members of a host's JSON. All methods throw a {@link ValidationException} that names the
 * member if the member has another type than asked for. A null counts as missing.
 */
record HookFields(JsonObject json) {

  private static final RecordCodec CODEC = new RecordCodec();
  private static final String BODY = "body";
  private static final int MAX_ID_LENGTH = 200;

  /** Reads the body of a request. */
  static HookFields of(byte[] body) {
    if (CODEC.parseRequest(BODY, text(body)) instanceof JsonObject object) {
      return new HookFields(object);
    }
    throw new ValidationException(BODY, "must be a JSON object");
  }

  private static String text(byte[] body) {
    try {
      return StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(body)).toString();
    } catch (CharacterCodingException malformed) {
      throw new ValidationException(BODY, "must be UTF-8");
    }
  }

  /** Any value; null of JSON if it is not there. */
  JsonValue value(String name) {
    return json.members().getOrDefault(name, JsonNull.NULL);
  }

  /** A text that has to be there. */
  String text(String name) {
    String text = optionalText(name);
    if (text == null) {
      throw new ValidationException(name, "is required");
    }
    return text;
  }

  /** A text; empty if it is not there. */
  String textOrEmpty(String name) {
    String text = optionalText(name);
    return text == null ? "" : text;
  }

  private @Nullable String optionalText(String name) {
    JsonValue value = value(name);
    if (value instanceof JsonNull) {
      return null;
    }
    if (value instanceof JsonString text) {
      return text.value();
    }
    throw new ValidationException(name, "must be a text");
  }

  /** A name or an id that has to be there. */
  String id(String name) {
    String id = text(name);
    if (Visible.isBlank(id)) {
      throw new ValidationException(name, "must not be blank");
    }
    if (id.length() > MAX_ID_LENGTH) {
      throw new ValidationException(name, "must not be longer than " + MAX_ID_LENGTH);
    }
    Visible.checkIdentifier(name, id);
    return id;
  }

  /** A name or an id; null if it is not there. */
  @Nullable String optionalId(String name) {
    return value(name) instanceof JsonNull ? null : id(name);
  }

  /** Whether something is so; if nothing is said, it is not. */
  boolean flag(String name) {
    JsonValue value = value(name);
    if (value instanceof JsonNull || value instanceof JsonBoolean) {
      return value instanceof JsonBoolean truth && truth.value();
    }
    throw new ValidationException(name, "must be true or false");
  }

  /** An instant by RFC 3339; null if it is not there. */
  @Nullable Instant instant(String name) {
    String text = optionalText(name);
    return text == null ? null : Timestamps.parse(name, text);
  }

  /** The members of an object; none if it is not there. */
  HookFields object(String name) {
    JsonValue value = value(name);
    if (value instanceof JsonObject object) {
      return new HookFields(object);
    }
    if (value instanceof JsonNull) {
      return new HookFields(new JsonObject(Map.of()));
    }
    throw new ValidationException(name, "must be an object");
  }

  /** The last part of a path of any system, which names a project; empty if there is none. */
  String lastPart(String name) {
    String[] parts = textOrEmpty(name).split("[/\\\\]+", -1);
    for (int i = parts.length - 1; i >= 0; i--) {
      if (!parts[i].isBlank()) {
        return parts[i].toLowerCase(Locale.ROOT);
      }
    }
    return "";
  }

  /** Differs from that of any other body. */
  String digest() {
    return Sha256.of(CODEC.write(json));
  }
}
