package dev.membrane.internal.text;

import java.util.BitSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Whether an English text says when something was: "last week", "in June", "since". The expressions
 * come from a file of their own; another language is another file.
 */
final class TimeExpressions {

  private static final Pattern ENGLISH = PatternFile.read("time_expressions_en.txt");

  private static final int LETTERS = 26;

  /** The pairs of letters that begin an expression. Most words begin with none of them. */
  private static final BitSet BEGINNINGS = beginnings();

  private TimeExpressions() {}

  static boolean areIn(String text) {
    Matcher expression = ENGLISH.matcher(text).useTransparentBounds(true);
    for (int i = 0; i < text.length() - 1; i++) {
      if (mayBegin(text, i) && expression.region(i, text.length()).lookingAt()) {
        return true;
      }
    }
    return false;
  }

  private static boolean mayBegin(String text, int at) {
    int first = letter(text.charAt(at));
    int second = letter(text.charAt(at + 1));
    return first >= 0
        && second >= 0
        && BEGINNINGS.get(LETTERS * first + second)
        && (at == 0 || letter(text.charAt(at - 1)) < 0);
  }

  /** The number of a letter, small or not; below 0 for anything else. */
  private static int letter(char c) {
    int number = (c | 0x20) - 'a';
    return number < LETTERS ? number : -1;
  }

  private static BitSet beginnings() {
    BitSet pairs = new BitSet(LETTERS * LETTERS);
    for (int pair = 0; pair < LETTERS * LETTERS; pair++) {
      String letters = "" + (char) ('a' + pair / LETTERS) + (char) ('a' + pair % LETTERS);
      Matcher expression = ENGLISH.matcher(letters);
      pairs.set(pair, expression.lookingAt() || expression.hitEnd());
    }
    return pairs;
  }
}
