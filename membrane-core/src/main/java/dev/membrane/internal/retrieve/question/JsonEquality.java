package dev.membrane.internal.retrieve.question;

import dev.membrane.schema.IdentityText;
import dev.membrane.schema.JsonArray;
import dev.membrane.schema.JsonNumber;
import dev.membrane.schema.JsonObject;
import dev.membrane.schema.JsonString;
import dev.membrane.schema.JsonValue;

/**
 * Compares two JSON values by meaning: numbers by value, so that 1 equals 1.0, and texts in NFC.
 * The time is linear in the size of both.
 */
final class JsonEquality {

  private JsonEquality() {}

  static boolean same(JsonValue one, JsonValue other) {
    return isAlike(one, other) && IdentityText.of(one).equals(IdentityText.of(other));
  }

  /** Tells most values apart without a look at what is in them. */
  private static boolean isAlike(JsonValue one, JsonValue other) {
    if (one instanceof JsonArray a && other instanceof JsonArray b) {
      return a.items().size() == b.items().size();
    }
    if (one instanceof JsonObject a && other instanceof JsonObject b) {
      return a.members().size() == b.members().size();
    }
    boolean hasWaysOfWriting = one instanceof JsonString || one instanceof JsonNumber;
    return hasWaysOfWriting ? one.getClass() == other.getClass() : one.equals(other);
  }
}
