package dev.membrane.ingest;

import dev.membrane.schema.Limits;

/** Keeps texts that are put together from a caller's words within the limit of any text. */
final class Bounded {

  private Bounded() {}

  /** The text, cut after the most code points that a record may hold. */
  static String text(String text) {
    boolean fits = text.codePointCount(0, text.length()) <= Limits.MAX_TEXT;
    return fits ? text : text.substring(0, text.offsetByCodePoints(0, Limits.MAX_TEXT));
  }
}
