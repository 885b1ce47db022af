package dev.membrane.internal.value;

import dev.membrane.schema.Limits;
import dev.membrane.schema.Visible;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The rules that every text must follow, so that every store can hold it and search for it. */
public final class TextRules {

  private TextRules() {}

  /**
   * Checks a text of a request.
   *
   * @throws dev.membrane.schema.ValidationException if it is longer than a text may be or holds
   *     what none may hold
   */
  public static void check(String field, String text) {
    Limits.checkText(field, text);
    Limits.checkCharacters(field, text);
  }

  /**
   * Checks what records are looked for by. A name that no record can have is a mistake of whoever
   * asks, and not answered with nothing.
   *
   * @throws dev.membrane.schema.ValidationException that names the field
   */
  public static void checkFilters(List<String> tags, @Nullable String threadId) {
    Limits.checkTags(tags);
    tags.forEach(tag -> checkName("tags", tag));
    if (threadId != null) {
      checkName("thread_id", threadId);
    }
  }

  private static void checkName(String field, String name) {
    check(field, name);
    Visible.checkName(field, name);
  }

  /**
   * A text that was put together from callers' words, cut after the most that a record may hold.
   */
  public static String bounded(String text) {
    boolean fits = text.codePointCount(0, text.length()) <= Limits.MAX_TEXT;
    return fits ? text : text.substring(0, text.offsetByCodePoints(0, Limits.MAX_TEXT));
  }
}
