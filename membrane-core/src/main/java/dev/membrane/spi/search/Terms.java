package dev.membrane.spi.search;

import java.util.Map;

/**
 * The analysed text of a record: how often each term occurs. Stores keep it as given; only the
 * engine knows what a term means.
 *
 * <p>A term that begins with {@value #TIE} is no word but a tie: it connects the record to others
 * with the same tie. It is searched for like a word, and does not count in the length.
 *
 * @param counts occurrences by term, each at least 1; terms hold no white space and no control
 *     characters
 * @param mark further data of the engine, which is kept with the terms and returned as {@link
 *     Hit#mark}, and is not searched; no white space and no control characters, at most {@value
 *     #MAX_MARK_LENGTH} characters; empty: none
 */
public record Terms(Map<String, Integer> counts, String mark) {

  /** The most characters of a mark. */
  public static final int MAX_MARK_LENGTH = 1_000;

  /** The prefix of a tie. */
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
    if (mark.length() > MAX_MARK_LENGTH || mark.chars().anyMatch(Terms::isBlank)) {
      throw new IllegalArgumentException("mark must be one word of at most " + MAX_MARK_LENGTH);
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

  /**
   * Term statistics over the records that a caller sees in full, and over no others, so that scores
   * reveal nothing of other records.
   *
   * @param records how many records there are, those without text and retired ones included
   * @param totalLength the sum of their lengths in terms
   * @param recordsByTerm for each requested term that occurs, the number of records that contain it
   */
  public record RecordCounts(long records, long totalLength, Map<String, Long> recordsByTerm) {

    /** Copies the counts. */
    public RecordCounts {
      recordsByTerm = Map.copyOf(recordsByTerm);
    }
  }
}
