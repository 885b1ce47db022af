package dev.membrane.internal.text;

import java.util.BitSet;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Removes from a text what belongs only to the single case: e-mail addresses, quoted passages,
 * numbers, ids (words with a digit, and what stands behind # or @) and {@linkplain Names names}.
 * The time is proportional to the length of the text.
 */
public final class Masks {

  /** What was masked before is a piece of its own. */
  private static final String MASKED = "\\{\\{[^{}]*+}}|";

  private static final Pattern MASKS = Pattern.compile("\\{\\{[^{}]*+}}");

  /** What is written without spaces is a word apart from what is next to it. */
  private static final String SPACELESS = "[" + Wording.SPACELESS_LETTERS + "]++";

  private static final String OTHERS = "&&[^" + Wording.SPACELESS_LETTERS + "]]";

  /** Of an e-mail address also a domain that is written without spaces. */
  private static final Pattern WORD =
      Pattern.compile(
          MASKED
              + SPACELESS
              + ("|[#@$€£]?[\\p{L}\\p{N}" + OTHERS)
              + ("[\\p{L}\\p{N}_@.%+:/,'’\\-" + OTHERS + "*+(?:(?<=@)[\\p{L}\\p{N}.-]++)?+"));

  private static final Pattern QUOTED_OR_WORD =
      Pattern.compile(
          MASKED
              + "\"[^\"\\n]{1,200}\"|[“„”][^“„”\\n]{1,200}[“”]"
              + "|[«»‹›][^«»‹›\\n]{1,200}[«»‹›]|[「『][^」』\\n]{1,200}[」』]"
              + "|(?<![\\p{L}\\p{N}])['‘‚](?:[^'‘’\\n]|(?<=\\p{L})['’](?=\\p{L})){1,200}+"
              + ("['‘’](?![\\p{L}\\p{N}])|" + WORD.pattern()));

  private static final Pattern BETWEEN_LETTERS = Pattern.compile("[^\\p{L}\\p{M}'’]++");

  private static final String NAME = "name";
  private static final String QUOTES = "\"“„”«»‹›「『'‘‚";
  private static final char BRACE = '{';

  private static final Pattern NAMES = Pattern.compile("\\{\\{name}}(?:\\h\\{\\{name}})++");

  /** A word with fewer names a region, a model or a version. */
  private static final int LEAST_DIGITS = 3;

  /** A shorter word in capitals is an abbreviation, such as a currency. */
  private static final int LEAST_CODE = 5;

  private static final String PUNCTUATION = "_@.+:/,'’-";

  private Masks() {}

  /** The text with the kind of what was there in braces, such as <code>{{number}}</code>. */
  public static String named(String text) {
    return named(text, Set.of());
  }

  /**
   * As {@link #named(String)}, where some names are known.
   *
   * @param names count as names at the beginning of a sentence, too
   */
  public static String named(String text, Set<String> names) {
    String named = masked(text, names, kind -> "{{" + kind + "}}");
    return NAMES.matcher(named).replaceAll("{{name}}");
  }

  /**
   * The text of an error in the same form. Short numbers, quoted passages and capitalised words
   * stay, since codes and titles of errors are written so.
   */
  public static String namedInError(String text) {
    return withoutIds(text, kind -> "{{" + kind + "}}");
  }

  /**
   * The text with blanks in the place of e-mail addresses and of what has more than {@value
   * #LEAST_DIGITS} digits. All else may be what a task is about, as in "upgrade Postgres", "empty
   * the S3 bucket" and "error 502 while 'disk full' is firing".
   */
  public static String withoutIds(String text) {
    return withoutIds(text, kind -> " ");
  }

  private static String withoutIds(String text, Function<String, String> mask) {
    return replaced(
        WORD,
        text,
        (start, end) -> {
          String word = text.substring(start, end);
          boolean isShort = digits(word) <= LEAST_DIGITS && word.indexOf('@') <= 0;
          return isShort ? "" : kindOfCase(word);
        },
        mask);
  }

  /**
   * The text with blanks in the place of what was there.
   *
   * @param names count as names at the beginning of a sentence, too
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
        || isFullName(value);
  }

  /** Whether a value is a name of several words. */
  public static boolean isFullName(String value) {
    return names(value) > 1;
  }

  /** Whether a value that was told to a run may belong to a single case: a name, a digit in it. */
  public static boolean mayBeOfOneCase(String value) {
    return digits(value) > 0 || names(value) > 0;
  }

  /**
   * What stands within a value and belongs to a single case if it was told to a run: a full name,
   * an e-mail address, a word with three digits or more, a {@linkplain #codesWithin code}, a name.
   *
   * @param names count as names in any letter case where a single word is one
   */
  public static Set<String> partsOfOneCase(String value, Set<String> names) {
    Set<String> known = new TreeSet<>(String.CASE_INSENSITIVE_ORDER);
    known.addAll(names);
    Set<String> parts = new TreeSet<>(Names.pairsWithin(value));
    parts.addAll(codesWithin(value));
    words(value)
        .map(Names::bare)
        .filter(word -> isOfOneCase(word) || known.contains(word))
        .forEach(parts::add);
    BETWEEN_LETTERS.splitAsStream(value).filter(known::contains).forEach(parts::add);
    return parts;
  }

  /** The words in capitals that are as long as the code of a booking. */
  public static Set<String> codesWithin(String text) {
    return words(text)
        .filter(word -> word.length() >= LEAST_CODE && Names.isInCapitals(word))
        .collect(Collectors.toSet());
  }

  private static Stream<String> words(String text) {
    return WORD.matcher(text)
        .results()
        .map(MatchResult::group)
        .map(word -> word.substring(0, endOfPiece(word)));
  }

  private static long digits(String value) {
    return value.codePoints().filter(Character::isDigit).count();
  }

  private static long names(String value) {
    return Names.ofValue(value).stream().filter(word -> !Names.isOrdinary(word)).count();
  }

  /** Whether a text has a word besides what was masked in it. */
  public static boolean leaveWords(String text) {
    return withoutMasks(text).codePoints().anyMatch(Character::isLetter);
  }

  /** The text with blanks in the place of what was masked in it. */
  public static String withoutMasks(String text) {
    return MASKS.matcher(text).replaceAll(" ");
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
    return replaced(QUOTED_OR_WORD, text, kinds(text, names), mask);
  }

  /**
   * Which characters of a text {@link #named(String, Set)} masks.
   *
   * @param all those of any kind
   * @param asNames those that are parts of names
   */
  record MaskedPlaces(BitSet all, BitSet asNames) {}

  static MaskedPlaces places(String text, Set<String> names) {
    MaskedPlaces places = new MaskedPlaces(new BitSet(), new BitSet());
    Kinds kinds = kinds(text, names);
    replaced(
        QUOTED_OR_WORD,
        text,
        (start, end) -> {
          String kind = kinds.of(start, end);
          places.all.set(start, end, !kind.isEmpty());
          places.asNames.set(start, end, kind.equals(NAME));
          return "";
        },
        kind -> kind);
    return places;
  }

  private static Kinds kinds(String text, Set<String> names) {
    Set<String> known = new TreeSet<>(String.CASE_INSENSITIVE_ORDER);
    known.addAll(names);
    known.addAll(Names.within(text));
    boolean isAmongNouns = NounCapitals.areIn(text);
    return (start, end) -> {
      if (isQuote(text.charAt(start))) {
        return "quoted";
      }
      String kind = kindOfCase(text.substring(start, end));
      return kind.isEmpty() && isName(text, start, end, known, isAmongNouns) ? NAME : kind;
    };
  }

  private interface Kinds {

    /** What the piece of a text is that only one case has; empty if it is an ordinary one. */
    String of(int start, int end);
  }

  private static String replaced(
      Pattern pieces, String text, Kinds kinds, Function<String, String> mask) {
    StringBuilder masked = new StringBuilder();
    Matcher piece = pieces.matcher(text);
    while (piece.find()) {
      String found = piece.group();
      int end = endOfPiece(found);
      String kind = found.charAt(0) == BRACE ? "" : kinds.of(piece.start(), piece.start() + end);
      String instead = kind.isEmpty() ? found : mask.apply(kind) + found.substring(end);
      piece.appendReplacement(masked, Matcher.quoteReplacement(instead));
    }
    return piece.appendTail(masked).toString();
  }

  /** Where the punctuation begins that follows a word; of a quoted passage, its end. */
  private static int endOfPiece(String found) {
    int end = found.length();
    while (!isQuote(found.charAt(0))
        && end > 1
        && PUNCTUATION.indexOf(found.charAt(end - 1)) >= 0) {
      end--;
    }
    return end;
  }

  private static boolean isQuote(char first) {
    return QUOTES.indexOf(first) >= 0;
  }

  private static boolean isName(
      String text, int start, int end, Set<String> known, boolean isAmongNouns) {
    return isAmongNouns
        ? Names.isNameAmongNouns(text.substring(start, end), known)
        : Names.isName(text, start, end, known);
  }

  /** What a word is that only one case has, names aside; empty if it is an ordinary one. */
  private static String kindOfCase(String word) {
    if (word.indexOf('@') > 0) {
      return "email";
    }
    if (word.charAt(0) == '#' || word.charAt(0) == '@') {
      return "id";
    }
    if (word.codePoints().anyMatch(Character::isDigit)) {
      return word.codePoints().anyMatch(Character::isLetter) ? "id" : "number";
    }
    return "";
  }
}
