package dev.membrane.spi;

import java.util.Map;

/**
 * The analysed text of a record: how often each term occurs. Stores keep it as given; what a term
 * is only the engine knows.
 *
 * <p>A term that begins with {@value #TIE} is no word. It ties the record to others that have it
 * too: it is searched for like a word, and does not count in the length.
 *
 * @param counts occurrences by term, each at least 1; terms hold no white space and no control
 *     characters
 * @param mark what else the engine wants to know of the record when it is found: it is kept with
 *     the terms and given back as {@link Hit#mark}, and nothing is found by it; no white space and
 *     no control characters, at most {@value #LONGEST_MARK} of them, empty: none
 */
public record Terms(Map<String, Integer> counts, String mark) {

  /** The most characters of a mark. */
  public static final int LONGEST_MARK = 1_000;

  /** What begins a term that is a tie. */
  public static final char TIE = '/';

  /** No text. */
  public static final Terms NONE = new Terms(Map.of());

  /**
   * Copies the counts.
   *
   * @throws IllegalArgumentException if the mark is too long or has a blank
   */
  public Terms {
    counts = Map.copyOf(counts);
    if (mark.length() > LONGEST_MARK || mark.chars().anyMatch(Terms::isBlank)) {
      throw new IllegalArgumentException("mark must be one word of at most " + LONGEST_MARK);
    }
  }

  /** Terms without a mark. */
  public Terms(Map<String, Integer> counts) {
    this(counts, "");
  }

  private static boolean isBlank(int character) {
    return Character.isWhitespace(character) || Character.isISOControl(character);
  }

  /** The length of the text in words, repeated ones counted each time. */
  public int length() {
    return counts.entrySet().stream()
        .filter(entry -> entry.getKey().charAt(0) != TIE)
        .mapToInt(Map.Entry::getValue)
        .sum();
  }
}
