package dev.membrane.internal.text;

import java.util.regex.Pattern;

/**
 * Whether an English text says when something was: "last week", "in June", "since". The expressions
 * come from a file of their own; another language is another file.
 */
final class TimeExpressions {

  private static final Pattern ENGLISH = PatternFile.read("time_expressions_en.txt");

  private TimeExpressions() {}

  static boolean areIn(String text) {
    return ENGLISH.matcher(text).find();
  }
}
