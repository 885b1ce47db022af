package dev.membrane.internal.text;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Takes out of a text what only the one case is about that it tells of: e-mail addresses, quoted
 * passages, numbers, ids (words with a digit) and names (capitalised words within a sentence).
 */
public final class Masks {

  private static final String NAMED = "\\p{Lu}\\p{Ll}+(?:[-'’]\\p{Lu}\\p{Ll}+)*";
  private static final Pattern CASE =
      Pattern.compile(
          "(?<email>[\\p{L}\\p{N}._%+-]+@[\\p{L}\\p{N}.-]+)"
              + "|(?<quoted>\"[^\"\\n]+\"|“[^”\\n]+”|(?<![\\p{L}\\p{N}])'[^'\\n]+'(?![\\p{L}\\p{N}]))"
              + "|(?<number>[#$€£]?(?<![\\p{L}\\p{N}])\\p{N}+(?:[-.,:/]\\p{N}+)*(?![\\p{L}\\p{N}_])%?)"
              + "|(?<id>#?[\\p{L}_]*\\p{N}[\\p{L}\\p{N}_]*(?:[-./:][\\p{L}\\p{N}_]+)*)"
              + "|(?<name>(?<=[^\\s.!?:] )"
              + NAMED
              + "(?: "
              + NAMED
              + ")*)");

  private static final String[] KINDS = {"email", "quoted", "number", "id", "name"};

  private Masks() {}

  /** The text with the kind of what was there in braces, such as <code>{{number}}</code>. */
  public static String named(String text) {
    return CASE.matcher(text)
        .replaceAll(found -> Matcher.quoteReplacement("{{" + kind((Matcher) found) + "}}"));
  }

  /** The text with blanks in the place of what was there. */
  public static String blanked(String text) {
    return CASE.matcher(text).replaceAll(" ");
  }

  private static String kind(Matcher found) {
    for (String kind : KINDS) {
      if (found.group(kind) != null) {
        return kind;
      }
    }
    throw new IllegalStateException("nothing was found");
  }
}
