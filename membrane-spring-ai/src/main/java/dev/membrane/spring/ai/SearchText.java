package dev.membrane.spring.ai;

import dev.membrane.schema.Limits;

/** Texts as the memory takes them for words. */
final class SearchText {

  private SearchText() {}

  /** As much of a text as the memory takes; of most texts all. */
  static String of(String text) {
    return text.codePointCount(0, text.length()) <= Limits.MAX_TEXT
        ? text
        : text.substring(0, text.offsetByCodePoints(0, Limits.MAX_TEXT));
  }
}
