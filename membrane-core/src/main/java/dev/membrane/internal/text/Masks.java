package dev.membrane.internal.text;

import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Removes from a text what belongs only to the single case: e-mail addresses, quoted passages,
 * numbers, ids (words with a digit) and names (capitalised words within a sentence). The time is
 * proportional to the length of the text.
 */
public final class Masks {

  private static final Pattern PIECE =
      Pattern.compile(
          "(?<quoted>\"[^\"\\n]{1,200}\"|“[^“”\\n]{1,200}”"
              + "|(?<![\\p{L}\\p{N}])'[^'\\n]{1,200}'(?![\\p{L}\\p{N}]))"
              + "|[#$€£]?[\\p{L}\\p{N}][\\p{L}\\p{N}_@.%+:/,'’-]*+");

  private static final Pattern NAME =
      Pattern.compile("\\p{Lu}\\p{Ll}++(?:[-'’]\\p{Lu}?\\p{Ll}++)*+");
  private static final Pattern NAMES = Pattern.compile("\\{\\{name}}(?: \\{\\{name}})++");
  private static final String ENDS = ".!?:\n";
  private static final String PUNCTUATION = "_@.+:/,'’-";

  private Masks() {}

  /** The text with the kind of what was there in braces, such as <code>{{number}}</code>. */
  public static String named(String text) {
    String named = masked(text, kind -> "{{" + kind + "}}");
    return NAMES.matcher(named).replaceAll("{{name}}");
  }

  /** The text with blanks in the place of what was there. */
  public static String blanked(String text) {
    return masked(text, kind -> " ");
  }

  private static String masked(String text, Function<String, String> mask) {
    StringBuilder masked = new StringBuilder();
    Matcher piece = PIECE.matcher(text);
    while (piece.find()) {
      String found = piece.group();
      boolean isQuoted = piece.group("quoted") != null;
      int end = isQuoted ? found.length() : endOfWord(found);
      String kind = isQuoted ? "quoted" : kind(text, piece.start(), found.substring(0, end));
      String instead = kind.isEmpty() ? found : mask.apply(kind) + found.substring(end);
      piece.appendReplacement(masked, Matcher.quoteReplacement(instead));
    }
    return piece.appendTail(masked).toString();
  }

  /** Where the punctuation begins that follows a word. */
  private static int endOfWord(String found) {
    int end = found.length();
    while (end > 1 && PUNCTUATION.indexOf(found.charAt(end - 1)) >= 0) {
      end--;
    }
    return end;
  }

  /** What a word is that only one case has; empty if it is an ordinary one. */
  private static String kind(String text, int start, String word) {
    if (word.indexOf('@') > 0) {
      return "email";
    }
    if (word.codePoints().anyMatch(Character::isDigit)) {
      return word.codePoints().anyMatch(Character::isLetter) ? "id" : "number";
    }
    return isWithinSentence(text, start) && NAME.matcher(word).matches() ? "name" : "";
  }

  private static boolean isWithinSentence(String text, int start) {
    return start > 1 && text.charAt(start - 1) == ' ' && ENDS.indexOf(text.charAt(start - 2)) < 0;
  }
}
