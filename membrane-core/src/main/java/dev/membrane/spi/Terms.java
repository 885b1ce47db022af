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
 */
public record Terms(Map<String, Integer> counts) {

  /** What begins a term that is a tie. */
  public static final char TIE = '/';

  /** No text. */
  public static final Terms NONE = new Terms(Map.of());

  /** Copies the counts. */
  public Terms {
    counts = Map.copyOf(counts);
  }

  /** The length of the text in words, repeated ones counted each time. */
  public int length() {
    return counts.entrySet().stream()
        .filter(entry -> entry.getKey().charAt(0) != TIE)
        .mapToInt(Map.Entry::getValue)
        .sum();
  }
}
