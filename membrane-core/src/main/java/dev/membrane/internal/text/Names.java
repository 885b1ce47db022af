package dev.membrane.internal.text;

import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.lucene.analysis.CharArraySet;

/**
 * Tells names from other words: what is capitalised within a sentence. A word in capitals is a name
 * if it is known to be one. At the beginning of a sentence every word is capitalised. There it is a
 * name if it is one within a sentence as well, if it is known from elsewhere, if another name
 * follows, or if it is singled out, as in {@code name=Zoe}, {@code Name: Zoe}, {@code J. Smith} and
 * {@code Zoe's}; but never if it is an ordinary first word of English. Where {@linkplain
 * NounCapitals every noun is capitalised}, a name is what stands behind a title or the like, or
 * next to another capitalised word that is not an ordinary one. All these words come from files.
 */
public final class Names {

  /** With a prefix before another capital, as in O'Brien and McDonald. */
  private static final String PART =
      "(?:\\p{Lu}['’]|Ma?c|Fitz|De|Di|Du|La|Le|Van)?\\p{Lu}\\p{Ll}++";

  private static final Pattern NAME =
      Pattern.compile(PART + "(?:[-'’](?:" + PART + "|\\p{Ll}++))*+(?![\\p{L}\\p{N}_])");

  /** A title, whose full stop ends no sentence. */
  private static final String TITLE = "(?:Mr|Mrs|Ms|Dr|Prof)";

  private static final Pattern WITHIN =
      Pattern.compile(
          "(?<=[^.!?:\\n]\\h)|(?<=[\\p{L}\\p{N},]\\h\\*{1,2})|(?<=" + TITLE + "\\.\\h)");

  private static final Pattern WITHIN_SENTENCE =
      Pattern.compile("(?:" + WITHIN.pattern() + ")(?!" + TITLE + "\\b)" + NAME.pattern());

  /**
   * A value in brackets or behind {@code =}, or alone behind a colon; what follows an initial; who
   * has something.
   */
  private static final Pattern SINGLED_OUT =
      Pattern.compile(
          ("(?<=[=(])" + NAME.pattern())
              + ("|(?<=:\\h)" + NAME.pattern() + "(?=[.,;)]?(?:\\n|\\h*+$))")
              + ("|(?<=(?<![\\p{L}\\p{N}])\\p{Lu}\\.\\h)" + NAME.pattern())
              + ("|(?<![\\p{L}\\p{N}])"
                  + PART
                  + "(?:-"
                  + PART
                  + "){0,3}+['’]s(?![\\p{L}\\p{N}_])"));

  /** A word in capitals, as long as a name. */
  private static final Pattern CAPITALS =
      Pattern.compile("(?=\\p{Lu}['’-]?\\p{Lu})\\p{Lu}++(?:['’-]\\p{Lu}++)*+(?![\\p{L}\\p{N}_])");

  /** Somebody who presents themselves in capitals. */
  private static final Pattern PRESENTED =
      Pattern.compile(cue("name_cues_en.txt") + "((?:" + CAPITALS.pattern() + "\\h?){2,3})");

  private static final String NEXT_NAME = "(?:\\h" + NAME.pattern() + ")";

  /** Somebody where every noun is capitalised. */
  private static final Pattern PRESENTED_AMONG_NOUNS =
      Pattern.compile(cue("name_cues_de.txt") + "(" + NAME.pattern() + NEXT_NAME + "{0,2})");

  /** Each two capitalised words that stand together, also if one of them is in two pairs. */
  private static final Pattern PAIR =
      Pattern.compile("(?<![\\p{L}\\p{N}_])(?=(" + NAME.pattern() + NEXT_NAME + "))");

  private static final Pattern CAPITALISED_TOGETHER =
      Pattern.compile(WITHIN_SENTENCE.pattern() + NEXT_NAME + "++");

  /** A user name or address in which the first and the last name stand. */
  private static final Pattern ID_OF_PERSON =
      Pattern.compile("(\\p{Ll}{2,40})[_.](\\p{Ll}{2,40})[_.]?(?:\\d++|\\d*+@\\S++)");

  private static final Pattern TITLES = Pattern.compile(TITLE);
  private static final Pattern POSSESSIVE = Pattern.compile("['’][sS]$");
  private static final Pattern FIRST_WORDS = PatternFile.read("first_words_en.txt");
  private static final Pattern BESIDE_NAMES = PatternFile.read("beside_names_de.txt");
  private static final Set<String> PARTICLES = Set.copyOf(PatternFile.lines("name_particles.txt"));
  private static final Pattern INITIAL = Pattern.compile("\\p{Lu}");
  private static final CharArraySet STOP_WORDS = StopWords.english();

  private static final Pattern BLANK = Pattern.compile("\\h");

  private static final Pattern BETWEEN_WORDS = Pattern.compile("[,.;]?(?:\\h++|$)");

  /** A longer text, in characters, is no name and no address. */
  private static final int MAX_VALUE_LENGTH = 200;

  /** More words are a sentence. */
  private static final int MAX_WORDS = 3;

  /** More words without a digit are no address with numbers. */
  private static final int MAX_ADDRESS = 8;

  private Names() {}

  private static String cue(String file) {
    String cues = PatternFile.wholeWords(String.join("|", PatternFile.lines(file)));
    return "((?i:" + cues + "(?:\\.?\\h" + cues + "){0,2}+))\\.?\\h";
  }

  /**
   * The names that a text shows, and those in values that belong to it. Where every noun is
   * capitalised, a value of one word shows no name.
   */
  public static Set<String> of(String text, Collection<String> values) {
    Set<String> names = new HashSet<>(within(text));
    int least = NounCapitals.areIn(text) ? 2 : 1;
    values.stream().map(Names::ofValue).filter(it -> it.size() >= least).forEach(names::addAll);
    return names;
  }

  /**
   * The capitalised words within the sentences of a text, and the words in capitals by which
   * somebody presents themselves.
   */
  public static Set<String> within(String text) {
    return NounCapitals.areIn(text) ? amongNouns(text) : amongWords(text);
  }

  private static Set<String> amongNouns(String text) {
    Set<String> names = new HashSet<>();
    Matcher presented = PRESENTED_AMONG_NOUNS.matcher(text);
    while (presented.find()) {
      names.addAll(besideOthers(presented.group(2)));
    }
    Matcher together = CAPITALISED_TOGETHER.matcher(text);
    while (together.find()) {
      List<String> words = besideOthers(together.group());
      names.addAll(words.size() > 1 ? words : List.of());
    }
    return names;
  }

  private static List<String> besideOthers(String words) {
    return BLANK
        .splitAsStream(words)
        .map(Names::bare)
        .filter(word -> !BESIDE_NAMES.matcher(word).matches())
        .toList();
  }

  private static Set<String> amongWords(String text) {
    Set<String> names = new HashSet<>();
    Matcher name = WITHIN_SENTENCE.matcher(text);
    while (name.find()) {
      names.add(bare(name.group()));
    }
    SINGLED_OUT
        .matcher(text)
        .results()
        .map(word -> bare(word.group()))
        .filter(word -> !isOrdinary(word))
        .forEach(names::add);
    Matcher presented = PRESENTED.matcher(text);
    while (presented.find()) {
      boolean isShouted = presented.group(1).codePoints().noneMatch(Character::isLowerCase);
      if (!isShouted) {
        BLANK.splitAsStream(presented.group(2)).forEach(names::add);
      }
    }
    return names;
  }

  /** The full names that may stand within a value: each two capitalised words together. */
  static Set<String> pairsWithin(String value) {
    return PAIR.matcher(value).results().map(pair -> pair.group(1)).collect(Collectors.toSet());
  }

  /**
   * The names in a value: all of its words if each is capitalised or, of several, in capitals; the
   * words of an address such as {@code 12 Oak Street}; the two of an id such as {@code mia_li_12}
   * or {@code mia.li@example.com}.
   */
  static Set<String> ofValue(String value) {
    Matcher id = ID_OF_PERSON.matcher(value);
    if (id.matches()) {
      return Set.of(capitalised(id.group(1)), capitalised(id.group(2)));
    }
    if (value.length() > MAX_VALUE_LENGTH) {
      return Set.of();
    }
    List<String> words =
        BETWEEN_WORDS.splitAsStream(value).filter(word -> !word.isEmpty()).toList();
    List<String> letters =
        IntStream.range(0, words.size())
            .filter(at -> !hasDigit(words.get(at)) && !isBetweenNames(at, words))
            .mapToObj(words::get)
            .toList();
    int most = words.stream().anyMatch(Names::hasDigit) ? MAX_ADDRESS : MAX_WORDS;
    boolean isName =
        letters.size() <= most
            && letters.stream()
                .allMatch(
                    word ->
                        NAME.matcher(word).matches() || (words.size() > 1 && isInCapitals(word)));
    return isName
        ? letters.stream().map(Names::bare).collect(Collectors.toUnmodifiableSet())
        : Set.of();
  }

  /** Whether a word is one as in {@code Maria van der Berg} and {@code Zoe M. Kovacs}. */
  private static boolean isBetweenNames(int at, List<String> words) {
    String word = words.get(at);
    return at > 0
        && at < words.size() - 1
        && (PARTICLES.contains(word) || INITIAL.matcher(word).matches());
  }

  private static boolean hasDigit(String word) {
    return word.codePoints().anyMatch(Character::isDigit);
  }

  static boolean isInCapitals(String word) {
    return CAPITALS.matcher(word).matches();
  }

  /**
   * Whether a word of a text in which every noun is capitalised is a name.
   *
   * @param known names in any letter case, wherever they are from
   */
  static boolean isNameAmongNouns(String word, Set<String> known) {
    return (NAME.matcher(word).matches() || isInCapitals(word)) && known.contains(bare(word));
  }

  /**
   * Whether a word of a text is a name.
   *
   * @param known names in any letter case, wherever they are from
   */
  static boolean isName(String text, int start, int end, Set<String> known) {
    String word = text.substring(start, end);
    if (isInCapitals(word)) {
      return known.contains(bare(word)) && !isOrdinary(word);
    }
    if (!NAME.matcher(word).matches()) {
      return false;
    }
    if (isWithinSentence(text, start)) {
      return !TITLES.matcher(word).matches();
    }
    return !isOrdinary(bare(word))
        && (known.contains(bare(word)) || isFollowedByName(text, end) || isSingledOut(text, start));
  }

  private static boolean isSingledOut(String text, int start) {
    return SINGLED_OUT
        .matcher(text)
        .region(start, text.length())
        .useTransparentBounds(true)
        .lookingAt();
  }

  private static boolean isFollowedByName(String text, int end) {
    return end < text.length()
        && BLANK.matcher(text).region(end, end + 1).matches()
        && NAME.matcher(text).region(end + 1, text.length()).lookingAt();
  }

  /** Names without those that are ordinary words, too. */
  public static List<String> telling(Set<String> names) {
    return names.stream().filter(name -> !isOrdinary(name)).toList();
  }

  /** Whether a word is so common at the beginning of a sentence that it refers to nobody. */
  static boolean isOrdinary(String word) {
    return STOP_WORDS.contains(word.toLowerCase(Locale.ROOT))
        || FIRST_WORDS.matcher(word).matches();
  }

  private static boolean isWithinSentence(String text, int start) {
    return WITHIN.matcher(text).region(start, text.length()).useTransparentBounds(true).lookingAt();
  }

  /** A name without the ending of a possessive. */
  static String bare(String word) {
    return POSSESSIVE.matcher(word).replaceFirst("");
  }

  private static String capitalised(String word) {
    return word.substring(0, 1).toUpperCase(Locale.ROOT) + word.substring(1);
  }
}
