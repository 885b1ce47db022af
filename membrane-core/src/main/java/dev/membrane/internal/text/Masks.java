package dev.membrane.internal.text;

import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Removes from a text what belongs only to the single case: e-mail addresses, quoted passages,
 * numbers, ids (words with a digit) and {@linkplain Names names}. The time is proportional to the
 * length of the text.
 */
public final class Masks {

  private static final Pattern PIECE =
      Pattern.compile(
          "(?<quoted>\"[^\"\\n]{1,200}\"|“[^“”\\n]{1,200}”"
              + "|(?<![\\p{L}\\p{N}])'[^'\\n]{1,200}'(?![\\p{L}\\p{N}]))"
              + "|[#$€£]?[\\p{L}\\p{N}][\\p{L}\\p{N}_@.%+:/,'’-]*+");

  private static final Pattern NAMES = Pattern.compile("\\{\\{name}}(?: \\{\\{name}})++");

  /** A word with fewer names a region, a model or a version. */
  private static final int LEAST_DIGITS = 3;

  private static final String PUNCTUATION = "_@.+:/,'’-";

  private Masks() {}

  /** The text with the kind of what was there in braces, such as <code>{{number}}</code>. */
  public static String named(String text) {
    return named(text, Set.of());
  }

  /**
   * The same.
   *
   * @param names that are known to be names, at the beginning of a sentence, too
   */
  public static String named(String text, Set<String> names) {
    String named = masked(text, names, kind -> "{{" + kind + "}}");
    return NAMES.matcher(named).replaceAll("{{name}}");
  }

  /** The text with blanks in the place of what was there. */
  public static String blanked(String text) {
    return blanked(text, Set.of());
  }

  /**
   * The same.
   *
   * @param names that are known to be names, at the beginning of a sentence, too
   */
  public static String blanked(String text, Set<String> names) {
    return masked(text, names, kind -> " ");
  }

  /**
   * Whether a value belongs to a single case by its looks: an e-mail address, a number, a word with
   * a number of three digits or more, or a name of several words.
   */
  public static boolean isOfOneCase(String value) {
    long digits = digits(value);
    boolean isOneWord =
        value.codePoints().anyMatch(Character::isLetter)
            && value.codePoints().noneMatch(Character::isWhitespace);
    return value.indexOf('@') > 0
        || digits >= LEAST_DIGITS
        || (digits > 0 && !isOneWord)
        || names(value) > 1;
  }

  /** Whether a value that was told to a run may belong to a single case: a name, a digit in it. */
  public static boolean mayBeOfOneCase(String value) {
    return digits(value) > 0 || names(value) > 0;
  }

  private static long digits(String value) {
    return value.codePoints().filter(Character::isDigit).count();
  }

  private static long names(String value) {
    return Names.ofValue(value).stream().filter(word -> !Names.isOrdinary(word)).count();
  }

  /** The first code points of a text, without a part of a name in braces. */
  public static String cut(String text, int most) {
    if (text.codePointCount(0, text.length()) <= most) {
      return text;
    }
    String first = text.substring(0, text.offsetByCodePoints(0, most));
    return first.replaceFirst("\\{(?:\\{[^{}]*+}?)?+$", "");
  }

  private static String masked(String text, Set<String> names, Function<String, String> mask) {
    Set<String> known = new TreeSet<>(String.CASE_INSENSITIVE_ORDER);
    known.addAll(Names.within(text));
    known.addAll(names);
    StringBuilder masked = new StringBuilder();
    Matcher piece = PIECE.matcher(text);
    while (piece.find()) {
      String found = piece.group();
      boolean isQuoted = piece.group("quoted") != null;
      int end = isQuoted ? found.length() : endOfWord(found);
      String kind = isQuoted ? "quoted" : kind(text, piece.start(), piece.start() + end, known);
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
  private static String kind(String text, int start, int end, Set<String> known) {
    String word = text.substring(start, end);
    if (word.indexOf('@') > 0) {
      return "email";
    }
    if (word.codePoints().anyMatch(Character::isDigit)) {
      return word.codePoints().anyMatch(Character::isLetter) ? "id" : "number";
    }
    return Names.isName(text, start, end, known) ? "name" : "";
  }
}
