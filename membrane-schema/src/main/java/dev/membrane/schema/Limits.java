package dev.membrane.schema;

import java.text.Normalizer.Form;
import java.util.Collection;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The limits of all sizes and lengths. Lengths are counted in Unicode code points, sizes in bytes
 * of UTF-8.
 */
public final class Limits {

  /** Code points in any string that is not free-form JSON. */
  public static final int MAX_TEXT = 100_000;

  /** Distinct tags of a record. */
  public static final int MAX_TAGS = 100;

  /** Code points in a tag. */
  public static final int MAX_TAG = 256;

  /** Items in a list. */
  public static final int MAX_ITEMS = 10_000;

  /** Bytes of a text that carries JSON. */
  public static final int MAX_JSON_BYTES = 10 * 1024 * 1024;

  /** Levels of objects and arrays within a free-form JSON value. */
  public static final int MAX_NESTING = 200;

  /** Characters in a JSON number of a caller. */
  public static final int MAX_NUMBER = 1_000;

  /** Bytes of the name of a member of a caller's free-form JSON. */
  public static final int MAX_NAME_BYTES = 50_000;

  /** JSON values, scalars, arrays and objects, in one free-form field of a caller. */
  public static final int MAX_VALUES = 100_000;

  /** JSON values in the text of a whole record of a caller. */
  public static final int MAX_RECORD_VALUES = 500_000;

  /** Bytes of the JSON of records in one answer. The first record may have more. */
  public static final int MAX_ANSWER_BYTES = 16 * 1024 * 1024;

  /** How many characters one may stand for: U+FDFA is a whole sentence. */
  private static final int MOST_GROWTH = 18;

  static final String NESTING_TEXT = "JSON nesting exceeds " + MAX_NESTING + " levels";

  private Limits() {}

  /** The beginning of a text, of at most so many {@code char}s, no character of which is halved. */
  public static String beginning(String text, int most) {
    if (text.length() <= most) {
      return text;
    }
    boolean isHalved = most > 0 && Character.isHighSurrogate(text.charAt(most - 1));
    return text.substring(0, isHalved ? most - 1 : most);
  }

  /**
   * Checks the length of a string.
   *
   * @throws ValidationException {@code <field> exceeds maximum length of 100000}
   */
  public static void checkText(String field, String text) {
    requireShort(field, isLonger(text, MAX_TEXT));
  }

  /**
   * Checks the length of a string that is compared with others: as it is, and with each character
   * that stands for several, such as a ligature, counted as those.
   *
   * @throws ValidationException {@code <field> exceeds maximum length of 100000}
   */
  public static void checkComparedText(String field, String text) {
    checkText(field, text);
    boolean mayGrow = text.length() > MAX_TEXT / MOST_GROWTH;
    requireShort(field, mayGrow && NormalForm.isLonger(text, Form.NFKC, MAX_TEXT));
  }

  private static void requireShort(String field, boolean isTooLong) {
    if (isTooLong) {
      throw ValidationException.worded(field, field + " exceeds maximum length of " + MAX_TEXT);
    }
  }

  /**
   * Checks the tags of a record; those that are equal in NFC count once, and that of hearsay, which
   * the engine adds, not at all.
   *
   * @throws ValidationException {@code too many tags: <n> (max 100)} or {@code tag exceeds maximum
   *     length of 256}, or as {@link #checkList}
   */
  public static void checkTags(Collection<String> tags) {
    checkList("tags", tags);
    int distinct =
        (int)
            tags.stream()
                .map(IdentityText::of)
                .distinct()
                .filter(tag -> !tag.equals(MemoryRecord.HEARSAY))
                .count();
    if (distinct > MAX_TAGS) {
      throw ValidationException.worded(
          "tags", "too many tags: " + distinct + " (max " + MAX_TAGS + ")");
    }
    for (String tag : tags) {
      if (isLonger(tag, MAX_TAG)) {
        throw ValidationException.worded("tags", "tag exceeds maximum length of " + MAX_TAG);
      }
    }
  }

  /**
   * Checks the length of a list.
   *
   * @throws ValidationException {@code <field> exceeds maximum of 10000 items}
   */
  public static void checkList(String field, Collection<?> items) {
    checkCount(field, items.size());
  }

  /** The same of a list that is still being read. */
  public static void checkCount(String field, int count) {
    if (count > MAX_ITEMS) {
      throw ValidationException.worded(
          field, field + " exceeds maximum of " + MAX_ITEMS + " items");
    }
  }

  /**
   * Checks the size of a text that carries JSON.
   *
   * @throws ValidationException {@code <field> exceeds maximum payload size of 10485760 bytes}
   */
  public static void checkJson(String field, String text) {
    if (utf8Length(text) > MAX_JSON_BYTES) {
      throw ValidationException.worded(
          field, field + " exceeds maximum payload size of " + MAX_JSON_BYTES + " bytes");
    }
  }

  /**
   * Checks free-form JSON that a caller hands in; what is stored already may be larger.
   *
   * @return how many JSON values it has
   * @throws ValidationException {@code validation error for <field>: must not have more than 100000
   *     JSON values}, {@code …: must not contain a number of more than 1000 characters}, or as
   *     {@link #checkName} or {@link #checkCharacters}, or that it nests too deep
   */
  public static int checkFreeForm(String field, JsonValue value) {
    return count(field, value, 0, 0);
  }

  private static int count(String field, JsonValue value, int depth, int before) {
    int count = before + 1;
    if (count > MAX_VALUES) {
      throw tooManyValues(field, MAX_VALUES);
    }
    if (value instanceof JsonArray array) {
      for (JsonValue item : array.items()) {
        count = count(field, item, deeper(field, depth), count);
      }
    } else if (value instanceof JsonObject object) {
      for (Map.Entry<String, JsonValue> member : object.members().entrySet()) {
        checkCharacters(field, member.getKey());
        checkName(field, member.getKey());
        count = count(field, member.getValue(), deeper(field, depth), count);
      }
    } else if (value instanceof JsonString text) {
      checkCharacters(field, text.value());
    } else if (value instanceof JsonNumber number && number.text().length() > MAX_NUMBER) {
      throw numberTooLong(field);
    }
    return count;
  }

  /**
   * Checks the name of a member of free-form JSON.
   *
   * @throws ValidationException {@code validation error for <field>: must not contain a member name
   *     of more than 50000 bytes}
   */
  public static void checkName(String field, String name) {
    if (utf8Length(name) > MAX_NAME_BYTES) {
      throw new ValidationException(
          field, "must not contain a member name of more than " + MAX_NAME_BYTES + " bytes");
    }
  }

  /**
   * Checks that every store can hold a text: PostgreSQL has no NUL, and a lone surrogate no UTF-8.
   *
   * @throws ValidationException {@code validation error for <field>: must not contain NUL} or
   *     {@code …: must not contain an unpaired surrogate}
   */
  public static void checkCharacters(String field, String text) {
    String fault = forbidden(text);
    if (fault != null) {
      throw new ValidationException(field, fault);
    }
  }

  /** What a text must not have; null: nothing of the kind is there. */
  static @Nullable String forbidden(String text) {
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c == 0) {
        return "must not contain NUL";
      }
      if (Character.isSurrogate(c)) {
        if (i + 1 == text.length() || !Character.isSurrogatePair(c, text.charAt(i + 1))) {
          return "must not contain an unpaired surrogate";
        }
        i++;
      }
    }
    return null;
  }

  private static int deeper(String field, int depth) {
    if (depth >= MAX_NESTING) {
      throw new ValidationException(field, NESTING_TEXT);
    }
    return depth + 1;
  }

  /** The error for too many JSON values. */
  public static ValidationException tooManyValues(String field, long most) {
    return new ValidationException(field, "must not have more than " + most + " JSON values");
  }

  /** The error for a number of too many characters. */
  public static ValidationException numberTooLong(String field) {
    return new ValidationException(
        field, "must not contain a number of more than " + MAX_NUMBER + " characters");
  }

  private static boolean isLonger(String text, int max) {
    return text.length() > max && text.codePointCount(0, text.length()) > max;
  }

  private static long utf8Length(String text) {
    long bytes = text.length();
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      // One byte below U+0080, two below U+0800, three above; a surrogate is half of four.
      bytes += c < 0x80 ? 0 : c < 0x800 || Character.isSurrogate(c) ? 1 : 2;
    }
    return bytes;
  }
}
