package dev.membrane.store.postgres.internal.database;

import dev.membrane.store.jdbc.internal.words.ShortDigest;
import org.jspecify.annotations.Nullable;

/**
 * Encodes texts for columns. PostgreSQL cannot store NUL, so NUL and the character that is used to
 * escape it are each written as two characters, which keeps the order of all texts. An index entry
 * may take no more than a third of a page, so a longer text is kept in a short form, its beginning
 * and a digest, with the whole next to it.
 */
public final class TextEncoding {

  private static final char NUL = '\0';
  private static final char ESCAPE = '\u0001';
  private static final char ESCAPED_ESCAPE = '\u0002';
  private static final char CUT = '\u0003';
  private static final int MAX_LENGTH = 256;

  private TextEncoding() {}

  /** A text as a column holds it. */
  public static String escaped(String text) {
    if (text.indexOf(NUL) < 0 && text.indexOf(ESCAPE) < 0) {
      return text;
    }
    return text.replace(String.valueOf(ESCAPE), "" + ESCAPE + ESCAPED_ESCAPE)
        .replace(String.valueOf(NUL), "" + ESCAPE + ESCAPE);
  }

  /** The text that a column holds. */
  public static String plain(String column) {
    if (column.indexOf(ESCAPE) < 0) {
      return column;
    }
    return column
        .replace("" + ESCAPE + ESCAPE, String.valueOf(NUL))
        .replace("" + ESCAPE + ESCAPED_ESCAPE, String.valueOf(ESCAPE));
  }

  /** Whether a key is not the whole text. */
  public static boolean isCut(String key) {
    return key.indexOf(CUT) > 0 && key.charAt(key.indexOf(CUT) - 1) == ESCAPE;
  }

  /** The form by which an index knows a text: no two texts have the same. */
  public static String key(String text) {
    String escaped = escaped(text);
    return escaped.length() <= MAX_LENGTH
        ? escaped
        : escaped.substring(0, MAX_LENGTH) + ESCAPE + CUT + ShortDigest.of(escaped);
  }

  /** The whole of a text whose {@link #key} is not; null if that is. */
  public static @Nullable String beyondKey(String text) {
    String escaped = escaped(text);
    return escaped.length() <= MAX_LENGTH ? null : escaped;
  }

  /** The text of a key and what is {@link #beyondKey}. */
  public static String whole(String key, @Nullable String beyond) {
    return plain(beyond == null ? key : beyond);
  }
}
