package dev.membrane.internal.text;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Finds values in texts as whole words, in any letter case. A word may have an elision before it
 * and an ending behind it ({@code d'Anna}, {@code Anna's}, {@code Anna-related}). In languages that
 * are written without spaces, and in Korean, whose words take endings, a value may stand anywhere
 * in a text if it has two letters or more. The time is proportional to the length of a text.
 * Immutable.
 */
final class ValueFinder {

  /** Longer values are not looked for. */
  private static final int MOST_WORDS = 8;

  /** The same for languages without spaces, of which each letter is a word here. */
  private static final int MOST_LETTERS = 24;

  private static final Pattern BLANKS = Pattern.compile("[\\s_]+");

  private static final String OTHERS = "&&[^" + Wording.SPACELESS_LETTERS + "]]";
  private static final String EDGE = "[[\\p{L}\\p{N}\\p{M}]" + OTHERS;
  private static final String WITHIN = "[[\\p{L}\\p{N}\\p{M}_@.%+:/,'’-]" + OTHERS;

  private static final Pattern WORD =
      Pattern.compile(
          "\\{\\{[^{}]*+}}"
              + ("|(?<letter>[" + Wording.SPACELESS_LETTERS + "])")
              + ("|[#$€£]?" + EDGE + "(?:" + WITHIN + "*" + EDGE + ")?"));

  /** What a word may be divided by, if letters stand on both sides. */
  private static final Pattern DIVISION = Pattern.compile("(?<=[\\p{L}\\p{M}])['’:/-](?=\\p{L})");

  private final Set<String> values;
  private final Set<Integer> firsts = new HashSet<>();
  private final int longest;

  /**
   * Where a value stands.
   *
   * @param start in UTF-16 units
   * @param end in UTF-16 units, exclusive
   * @param value {@linkplain #folded folded}
   */
  record Found(int start, int end, String value) {}

  /** For {@linkplain #folded folded} values. */
  ValueFinder(Collection<String> values) {
    this.values = Set.copyOf(values);
    this.values.stream().filter(it -> !it.isEmpty()).forEach(it -> firsts.add(it.codePointAt(0)));
    this.longest = values.stream().mapToInt(String::length).max().orElse(0);
  }

  /** A value in small letters without accents, its words one blank apart, as in {@code a_b}. */
  static String folded(String value) {
    return spaced(value).strip();
  }

  private static String spaced(String text) {
    return BLANKS.matcher(Folding.fold(text.toLowerCase(Locale.ROOT))).replaceAll(" ");
  }

  /** What stands in a text, by where it begins; of two that begin alike the longer one first. */
  List<Found> in(String text) {
    List<Found> found = new ArrayList<>();
    if (values.isEmpty()) {
      return found;
    }
    List<DividedWord> words = words(text);
    for (int first = 0; first < words.size(); first++) {
      for (WordEdge start : words.get(first).starts()) {
        if (firsts.contains(start.folded().codePoints().findFirst().orElse(0))) {
          List<Found> here = from(start, text, words, first);
          Collections.reverse(here);
          found.addAll(here);
        }
      }
    }
    return found;
  }

  /** What begins with a word, the shorter one first. */
  private List<Found> from(WordEdge start, String text, List<DividedWord> words, int first) {
    List<Found> found = new ArrayList<>();
    DividedWord word = words.get(first);
    if (!isPartOfWord(words, first)) {
      word.ends().stream()
          .filter(end -> end.at() > start.at())
          .forEach(end -> add(start, end, folded(text.substring(start.at(), end.at())), found));
    }
    StringBuilder span = new StringBuilder(start.folded());
    int last = Math.min(words.size(), first + (word.isLetter() ? MOST_LETTERS : MOST_WORDS));
    for (int next = first + 1; next < last && span.length() <= longest; next++) {
      span.append(spaced(text.substring(words.get(next - 1).end(), words.get(next).start())));
      for (WordEdge end : words.get(next).ends()) {
        add(start, end, span + end.folded(), found);
      }
      span.append(words.get(next).starts().get(0).folded());
    }
    return found;
  }

  private void add(WordEdge start, WordEdge end, String value, List<Found> found) {
    if (values.contains(value)) {
      found.add(new Found(start.at(), end.at(), value));
    }
  }

  /** Whether a letter stands beside another one, so that alone it means nothing. */
  private static boolean isPartOfWord(List<DividedWord> words, int at) {
    DividedWord word = words.get(at);
    return word.isLetter()
        && (at > 0 && words.get(at - 1).isBefore(word)
            || at + 1 < words.size() && word.isBefore(words.get(at + 1)));
  }

  private static List<DividedWord> words(String text) {
    List<DividedWord> words = new ArrayList<>();
    Matcher word = WORD.matcher(text);
    while (word.find()) {
      words.add(DividedWord.of(word));
    }
    return words;
  }

  /**
   * Where a value may begin or end in a word.
   *
   * @param at in UTF-16 units of the text
   * @param folded what the word has from there on, or up to there
   */
  private record WordEdge(int at, String folded) {}

  /**
   * A word.
   *
   * @param starts the outer one first
   * @param ends the outer one last
   */
  private record DividedWord(boolean isLetter, List<WordEdge> starts, List<WordEdge> ends) {

    static DividedWord of(Matcher word) {
      String text = word.group();
      String folded = ValueFinder.folded(text);
      List<WordEdge> starts = new ArrayList<>(List.of(new WordEdge(word.start(), folded)));
      List<WordEdge> ends = new ArrayList<>();
      Matcher division = DIVISION.matcher(text);
      if (division.find()) {
        int first = division.end();
        int last = division.start();
        while (division.find()) {
          last = division.start();
        }
        starts.add(new WordEdge(word.start() + first, ValueFinder.folded(text.substring(first))));
        ends.add(new WordEdge(word.start() + last, ValueFinder.folded(text.substring(0, last))));
      }
      ends.add(new WordEdge(word.end(), folded));
      return new DividedWord(word.group("letter") != null, starts, ends);
    }

    int start() {
      return starts.get(0).at();
    }

    int end() {
      return ends.get(ends.size() - 1).at();
    }

    boolean isBefore(DividedWord next) {
      return next.isLetter && end() == next.start();
    }
  }
}
