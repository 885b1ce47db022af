package dev.membrane.internal.view;

import java.util.function.UnaryOperator;

/**
 * Some words of a {@link Clause}: what others told, which may be cut, and what Membrane says of it,
 * such as a condition, which stays whole or says that it was cut.
 *
 * @param before what stands before the words
 * @param told what others told, in one line; empty: all words are Membrane's
 * @param shown how a piece of it stands in a line
 * @param limits what Membrane says after it
 * @param briefly what is left of that where it does not fit
 * @param isLimit whether it is Membrane's alone, and so is not left out
 */
record Phrase(
    String before,
    String told,
    UnaryOperator<String> shown,
    String limits,
    String briefly,
    boolean isLimit) {

  /** In the place of what is left out. */
  static final String MISSING = "…";

  /** What others told. */
  static Phrase told(String before, String told, UnaryOperator<String> shown) {
    return new Phrase(before, OneLine.of(told), shown, "", "", false);
  }

  /** What Membrane says. */
  static Phrase limit(String limit, String briefly) {
    return new Phrase("", "", UnaryOperator.identity(), limit, briefly, true);
  }

  /** These words with what limits them. */
  Phrase with(String limit, String brief) {
    return new Phrase(before, told, shown, limit, brief, isLimit);
  }

  /**
   * The words.
   *
   * @param most how many characters are left of what others told
   */
  String text(int most, boolean isBrief) {
    return before + shown.apply(OneLine.cut(told, most)) + (isBrief ? briefly : limits);
  }
}
