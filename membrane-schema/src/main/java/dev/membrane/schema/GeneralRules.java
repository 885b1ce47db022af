package dev.membrane.schema;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The rules that hold for every value of a record, whatever it means: text that any store and
 * protocol can carry, finite numbers, instants that RFC 3339 can express, bounded lists and bounded
 * nesting. Walks the components of the records, so that a new component cannot be forgotten.
 */
final class GeneralRules {

  /** Written by the engine alone, and as long as the record has lived. */
  private static final String UNBOUNDED_LIST = "audit_log";

  private GeneralRules() {}

  static void checkMembers(@Nullable Path parent, Record owner) {
    for (Shape.Member member : Shape.of(owner).members()) {
      Path at = parent == null ? Path.of(member.name()) : parent.member(member.name());
      check(at, member.read(owner));
    }
  }

  private static void check(Path at, @Nullable Object value) {
    if (value instanceof String text) {
      checkText(at, text);
    } else if (value instanceof JsonValue json) {
      checkJson(at, json, 0);
    } else if (value instanceof Record owner) {
      checkMembers(at, owner);
    } else if (value instanceof List<?> items) {
      checkList(at, items);
    } else if (value instanceof Map<?, ?> entries) {
      checkMap(at, entries);
    } else if (value instanceof Double number) {
      checkNumber(at, number);
    } else if (value instanceof Instant instant) {
      checkInstant(at, instant);
    }
  }

  private static void checkText(Path at, String text) {
    if (text.length() > Limits.MAX_TEXT) {
      Limits.checkText(at.toString(), text);
    }
    checkCharacters(at, text);
  }

  private static void checkCharacters(Path at, String text) {
    String fault = Limits.forbidden(text);
    if (fault != null) {
      throw at.fault(fault);
    }
  }

  /** Free-form strings have no length limit of their own: the size of the whole is limited. */
  private static void checkJson(Path at, JsonValue value, int depth) {
    if (value instanceof JsonString string) {
      checkCharacters(at, string.value());
    } else if (value instanceof JsonArray array) {
      checkDepth(at, depth);
      array.items().forEach(item -> checkJson(at, item, depth + 1));
    } else if (value instanceof JsonObject object) {
      checkDepth(at, depth);
      object.members().forEach((name, member) -> checkMember(at, name, member, depth + 1));
    }
  }

  private static void checkMember(Path at, String name, JsonValue member, int depth) {
    checkCharacters(at, name);
    checkJson(at, member, depth);
  }

  private static void checkDepth(Path at, int depth) {
    if (depth >= Limits.MAX_NESTING) {
      throw at.fault(Limits.NESTING_TEXT);
    }
  }

  private static void checkList(Path at, List<?> items) {
    if (!at.name().equals(UNBOUNDED_LIST)) {
      checkCount(at, items.size());
    }
    int index = 0;
    for (Object item : items) {
      check(at.item(index++), item);
    }
  }

  private static void checkMap(Path at, Map<?, ?> entries) {
    checkCount(at, entries.size());
    entries.forEach(
        (key, value) -> {
          check(at, key);
          check(at, value);
        });
  }

  private static void checkCount(Path at, int count) {
    if (count > Limits.MAX_ITEMS) {
      Limits.checkCount(at.toString(), count);
    }
  }

  private static void checkNumber(Path at, double number) {
    if (!Double.isFinite(number)) {
      throw at.fault("must be a finite number");
    }
  }

  private static void checkInstant(Path at, Instant instant) {
    if (!Timestamps.isInRange(instant)) {
      throw at.fault("must be within the years 0001 to 9999");
    }
  }
}
