package dev.membrane.internal.text;

import dev.membrane.schema.NormalForm;
import java.text.Normalizer.Form;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Tells whether texts use the same words, even if these are written differently: in other letters
 * that look the same (Unicode's confusables), in full width, in capitals, with accents, marks or
 * invisible characters between the letters, or in another English form. Two readings of a word are
 * compared, since a capital letter may look like something that its small letter does not look
 * like.
 *
 * <p>In languages that are written without spaces (Chinese, Japanese, Thai, Lao, Khmer, Burmese),
 * and in Korean, whose words take endings, each {@value #GRAM} neighbouring letters count as a
 * word, or fewer if there are no more. Safe for use by many threads.
 */
public final class Wording {

  private static final int GRAM = 3;

  /** A word is letters and digits; a number keeps its points. No repetition uses the stack. */
  private static final Pattern WORD =
      Pattern.compile("[\\p{L}\\p{N}\\p{Mc}]++(?:(?<=\\p{N})[.,:]\\p{N}[\\p{L}\\p{N}\\p{Mc}]*+)*+");

  private static final Pattern UNSEEN =
      Pattern.compile("[\\p{Mn}\\p{Me}\\p{Cf}\\u115F\\u1160\\u2800]+");
  private static final Pattern POSSESSIVE = Pattern.compile("(?<=\\p{L})['\\u2019][sS](?!\\p{L})");
  private static final Pattern APOSTROPHE = Pattern.compile("(?<=\\p{L})['\\u2019](?=\\p{L})");

  /**
   * The letters of those languages, as a part of a character class. All are above U+0DFF, which is
   * asked first, since it takes long to find the script of a letter.
   */
  public static final String SPACELESS_LETTERS =
      "[[^\\x00-\\u0DFF]&&[\\p{IsHan}\\p{IsHiragana}\\p{IsKatakana}\\p{IsHangul}\\u30FC"
          + "\\p{IsThai}\\p{IsLao}\\p{IsKhmer}\\p{IsMyanmar}]]";

  private static final Pattern SPACELESS = Pattern.compile("[" + SPACELESS_LETTERS + "]+");

  private final LookalikeTable lookalikes = LookalikeTable.read();
  private final Stems stems = new Stems();

  /** English words that say nothing of a topic; those that turn or order what is said are none. */
  private static final Set<String> FILLERS = fillers();

  /**
   * A word and how it may be read.
   *
   * @param text in lower case, what is not ASCII in the letters that it looks like
   * @param looks all that it looks like
   * @param stem what other forms of the English word have in common with it
   */
  public record Word(String text, Set<String> looks, String stem) {

    /** Copies the set. */
    public Word {
      looks = Set.copyOf(looks);
    }

    /** Two words are the same if they have a reading in common. */
    public Set<String> readings() {
      Set<String> readings = new HashSet<>(looks);
      readings.add(stem);
      return readings;
    }
  }

  /** The words of a text in the order of reading, repeated ones included. */
  public List<Word> words(String text) {
    return pieces(text).flatMap(this::wordsOf).toList();
  }

  /** The words that say something; all of them if none does. */
  public List<Word> contentWords(String text) {
    List<Word> words = words(text);
    List<Word> telling = words.stream().filter(word -> !FILLERS.contains(word.text())).toList();
    return telling.isEmpty() ? words : telling;
  }

  /**
   * All readings of all words of a text; of those without spaces also the shorter pieces, so that a
   * short word is found in a sentence.
   */
  public Set<String> readings(String text) {
    Set<String> readings = new HashSet<>();
    pieces(text)
        .forEach(
            piece -> {
              wordsOf(piece).map(Word::readings).forEach(readings::addAll);
              if (isSpaceless(piece)) {
                IntStream.range(1, GRAM)
                    .forEach(
                        length -> grams(piece, length).map(this::plain).forEach(readings::add));
              }
            });
    return readings;
  }

  private Stream<Word> wordsOf(String piece) {
    return isSpaceless(piece)
        ? grams(piece, GRAM).map(this::plain).map(gram -> new Word(gram, Set.of(gram), gram))
        : Stream.of(word(piece));
  }

  /** Words, and within them what is written without spaces apart from the rest. */
  private static Stream<String> pieces(String text) {
    List<String> pieces = new ArrayList<>();
    Matcher words = WORD.matcher(seen(text));
    while (words.find()) {
      String word = words.group();
      Matcher runs = SPACELESS.matcher(word);
      int end = 0;
      while (runs.find()) {
        pieces.add(word.substring(end, runs.start()));
        pieces.add(runs.group());
        end = runs.end();
      }
      pieces.add(word.substring(end));
    }
    return pieces.stream().filter(piece -> !piece.isEmpty());
  }

  /** What a reader sees: without marks and what is invisible, in the plainest of equal forms. */
  static String seen(String text) {
    String bare = UNSEEN.matcher(NormalForm.of(text, Form.NFKD)).replaceAll("");
    String whole = NormalForm.nfc(bare);
    return APOSTROPHE.matcher(POSSESSIVE.matcher(whole).replaceAll("")).replaceAll("");
  }

  private static boolean isSpaceless(String piece) {
    return SPACELESS.matcher(piece).matches();
  }

  private static Stream<String> grams(String piece, int length) {
    int[] points = piece.codePoints().toArray();
    int most = Math.min(length, points.length);
    return IntStream.rangeClosed(0, points.length - most)
        .mapToObj(from -> new String(points, from, most));
  }

  /** All that a text as a whole looks like, in small letters. */
  public Set<String> looks(String text) {
    return looksOfSeen(seen(text));
  }

  private Word word(String piece) {
    String foreign = foreign(piece);
    return new Word(foreign, looksOfSeen(piece), plain(stems.of(foreign)));
  }

  private String foreign(String seen) {
    return lookalikes.foldForeign(seen).toLowerCase(Locale.ROOT);
  }

  private Set<String> looksOfSeen(String seen) {
    String capitals = lookalikes.fold(seen.toUpperCase(Locale.ROOT));
    return Stream.of(seen, foreign(seen), capitals).map(this::plain).collect(Collectors.toSet());
  }

  private String plain(String reading) {
    return lookalikes.fold(reading.toLowerCase(Locale.ROOT)).toLowerCase(Locale.ROOT);
  }

  private static Set<String> fillers() {
    Set<String> telling = Set.of("no", "nor", "not", "neither", "nothing", "without", "must");
    return StopWords.englishWords()
        .filter(word -> !telling.contains(word) && !word.contains("n't") && !word.equals("cannot"))
        .map(word -> word.replace("'", ""))
        .collect(Collectors.toUnmodifiableSet());
  }
}
