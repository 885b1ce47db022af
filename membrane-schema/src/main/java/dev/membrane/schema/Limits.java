package dev.membrane.schema;

import java.util.Collection;
import java.util.LinkedHashSet;

/**
 * How much of anything is too much, in one place for every way in. Lengths are counted in Unicode
 * code points, sizes in bytes of UTF-8.
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

  static final String NESTING_TEXT = "JSON nesting exceeds " + MAX_NESTING + " levels";

  private Limits() {}

  /**
   * Checks the length of a string.
   *
   * @throws ValidationException {@code <field> exceeds maximum length of 100000}
   */
  public static void checkText(String field, String text) {
    if (isLonger(text, MAX_TEXT)) {
      throw ValidationException.worded(field, field + " exceeds maximum length of " + MAX_TEXT);
    }
  }

  /**
   * Checks the tags of a record; equal ones count once.
   *
   * @throws ValidationException {@code too many tags: <n> (max 100)} or {@code tag exceeds maximum
   *     length of 256}
   */
  public static void checkTags(Collection<String> tags) {
    int distinct = new LinkedHashSet<>(tags).size();
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

  static void checkCount(String field, int count) {
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
