package dev.membrane.internal.view;

import java.time.LocalDate;
import org.jspecify.annotations.Nullable;

/**
 * A part of a line.
 *
 * @param day when it was said; null: that is not told
 * @param who who says it; empty: it is what Membrane says
 * @param what what is said
 */
record LinePart(@Nullable LocalDate day, String who, String what) {

  /** What nobody is named for. */
  static LinePart of(String what) {
    return new LinePart(null, "", what);
  }

  /**
   * What stands before what is said.
   *
   * @param shown the day that was shown last
   */
  String lead(LocalDate shown) {
    boolean isOther = day != null && !day.equals(shown);
    return (isOther ? day + " " : "") + (who.isEmpty() ? "" : who + ": ");
  }

  /**
   * What is said, or a piece of it, as it stands in the line. What somebody says is one text there,
   * whatever it has in common with a part.
   */
  String shown(String piece) {
    return who.isEmpty() ? piece : ToldText.of(piece);
  }

  String text(LocalDate shown) {
    return lead(shown) + shown(what);
  }
}
