package dev.membrane.llm;

import dev.membrane.schema.JsonObject;
import dev.membrane.schema.JsonString;
import dev.membrane.schema.JsonValue;
import dev.membrane.schema.ValidationException;
import dev.membrane.schema.json.RecordCodec;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import okio.ByteString;
import org.jspecify.annotations.Nullable;

/**
 * What an endpoint answers.
 *
 * @param status the HTTP status
 * @param retryAfter the header of that name; null: none
 * @param body the beginning of the body
 * @param isWhole whether that is all of it
 */
record Reply(int status, @Nullable String retryAfter, ByteString body, boolean isWhole) {

  private static final RecordCodec CODEC = new RecordCodec();
  private static final JsonObject NOTHING = new JsonObject(Map.of());

  /** A code that says so is safe to repeat; other words of an answer may be those of a text. */
  private static final Pattern CODE = Pattern.compile("[a-z][a-z0-9_]{2,60}");

  /** These are about the account or the settings, not about the text. */
  private static final Set<String> REFUSALS =
      Set.of(
          "invalid_api_key",
          "insufficient_quota",
          "billing_hard_limit_reached",
          "account_deactivated",
          "model_not_found",
          "unsupported_parameter",
          "unsupported_value",
          "unknown_parameter");

  boolean isOk() {
    return status >= 200 && status < 300;
  }

  /** Whether there are too many requests, or too many within a time. */
  boolean isOverLimit() {
    return status == 429;
  }

  /** Whether the endpoint is overloaded, or broken, and may be well again soon. */
  boolean isTemporary() {
    return !isRefusal() && (status == 408 || status == 425 || isOverLimit() || status >= 500);
  }

  /**
   * Whether the endpoint would say so whatever it is asked. A redirection is one: what is meant for
   * one place is not carried to another.
   */
  boolean isRefusal() {
    return switch (status) {
      case 401, 402, 403, 404, 405, 407, 410 -> true;
      case 400, 422, 429 -> REFUSALS.contains(code());
      default -> status < 200 || (status >= 300 && status < 400) || status == 501;
    };
  }

  /** What kind of failure it says it is; empty if it says nothing. */
  String code() {
    JsonObject error =
        parsed().members().get("error") instanceof JsonObject found ? found : parsed();
    String code = text(error, "code");
    return code.isEmpty() ? text(error, "type") : code;
  }

  private static String text(JsonObject object, String name) {
    return object.members().get(name) instanceof JsonString text
            && CODE.matcher(text.value()).matches()
        ? text.value()
        : "";
  }

  private JsonObject parsed() {
    try {
      return json();
    } catch (BadAnswerException noJson) {
      return NOTHING;
    }
  }

  /**
   * The body.
   *
   * @throws BadAnswerException if it is no JSON object in UTF-8, or cut off
   */
  JsonObject json() {
    if (!isWhole) {
      throw new BadAnswerException("answers with more than " + body.size() + " bytes");
    }
    try {
      JsonValue value = CODEC.parse("answer", text());
      if (value instanceof JsonObject object) {
        return object;
      }
    } catch (ValidationException noJson) {
      throw noObject();
    }
    throw noObject();
  }

  /** JSON between systems is UTF-8 (RFC 8259, section 8.1), whatever a header says. */
  private String text() {
    try {
      return StandardCharsets.UTF_8.newDecoder().decode(body.asByteBuffer()).toString();
    } catch (CharacterCodingException other) {
      throw BadAnswerException.ofNoModel("answers with something that is not UTF-8");
    }
  }

  private static BadAnswerException noObject() {
    return BadAnswerException.ofNoModel("answers with something other than a JSON object");
  }
}
