package dev.membrane.spi;

import java.util.Map;

/**
 * The analysed text of a record: how often each term occurs. Stores keep it as given; what a term
 * is only the engine knows.
 *
 * @param counts occurrences by term, each at least 1; terms hold no white space and no control
 *     characters
 */
public record Terms(Map<String, Integer> counts) {

  /** No text. */
  public static final Terms NONE = new Terms(Map.of());

  /** Copies the counts. */
  public Terms {
    counts = Map.copyOf(counts);
  }

  /** The length of the text in terms, repeated ones counted each time. */
  public int length() {
    return counts.values().stream().mapToInt(Integer::intValue).sum();
  }
}
