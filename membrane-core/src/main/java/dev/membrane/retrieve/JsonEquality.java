package dev.membrane.retrieve;

import dev.membrane.schema.JsonArray;
import dev.membrane.schema.JsonNumber;
import dev.membrane.schema.JsonObject;
import dev.membrane.schema.JsonValue;
import java.math.BigDecimal;
import java.util.Iterator;

/** Whether two JSON values mean the same: numbers by value, 1 and 1.0 being one number. */
final class JsonEquality {

  private JsonEquality() {}

  static boolean same(JsonValue one, JsonValue other) {
    if (one instanceof JsonNumber a && other instanceof JsonNumber b) {
      return sameNumber(a, b);
    }
    if (one instanceof JsonArray a && other instanceof JsonArray b) {
      return sameItems(a, b);
    }
    if (one instanceof JsonObject a && other instanceof JsonObject b) {
      return sameMembers(a, b);
    }
    return one.equals(other);
  }

  private static boolean sameNumber(JsonNumber one, JsonNumber other) {
    try {
      return one.equals(other)
          || new BigDecimal(one.text()).compareTo(new BigDecimal(other.text())) == 0;
    } catch (NumberFormatException exponentBeyondCounting) {
      return false;
    }
  }

  private static boolean sameItems(JsonArray one, JsonArray other) {
    Iterator<JsonValue> others = other.items().iterator();
    return one.items().size() == other.items().size()
        && one.items().stream().allMatch(item -> same(item, others.next()));
  }

  private static boolean sameMembers(JsonObject one, JsonObject other) {
    return one.members().keySet().equals(other.members().keySet())
        && one.members().entrySet().stream()
            .allMatch(member -> isIn(other, member.getKey(), member.getValue()));
  }

  private static boolean isIn(JsonObject object, String name, JsonValue value) {
    JsonValue there = object.members().get(name);
    return there != null && same(value, there);
  }
}
