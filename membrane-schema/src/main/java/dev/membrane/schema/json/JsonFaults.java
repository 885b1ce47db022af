package dev.membrane.schema.json;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.exc.StreamConstraintsException;
import com.fasterxml.jackson.core.io.JsonEOFException;
import dev.membrane.schema.Limits;
import dev.membrane.schema.ValidationException;
import java.io.IOException;
import java.io.UncheckedIOException;

/** Says in a few words why a text is no JSON, without repeating any of it. */
final class JsonFaults {

  private JsonFaults() {}

  /** Malformed text becomes a caller's error; anything else cannot happen on a text in memory. */
  static RuntimeException translate(String field, IOException failure) {
    if (failure instanceof JsonProcessingException malformed) {
      return invalid(field, reason(malformed));
    }
    return new UncheckedIOException(failure);
  }

  static ValidationException invalid(String field, String reason) {
    return ValidationException.worded(field, "invalid " + field + " JSON: " + reason);
  }

  private static String reason(JsonProcessingException malformed) {
    if (malformed instanceof JsonEOFException) {
      return "unexpected end of input";
    }
    if (malformed instanceof StreamConstraintsException) {
      return "nesting exceeds " + Limits.MAX_NESTING + " levels";
    }
    // The scanner has no exception type of its own for this.
    String what =
        malformed.getOriginalMessage().startsWith("Duplicate")
            ? "duplicate member name"
            : "unexpected character";
    return what + position(malformed);
  }

  private static String position(JsonProcessingException malformed) {
    var location = malformed.getLocation();
    return location == null
        ? ""
        : " at line " + location.getLineNr() + ", column " + location.getColumnNr();
  }
}
