package dev.membrane.spi;

import java.util.List;

/**
 * The kept runs that a search by words looked at and found.
 *
 * @param runs how many runs were looked at, those without any of the words included
 * @param totalLength the sum of their lengths
 * @param matches those that have one of the words, in no order
 */
public record RunMatches(long runs, long totalLength, List<Match> matches) {

  /** No run was looked at. */
  public static final RunMatches NONE = new RunMatches(0, 0, List.of());

  /** Copies the list. */
  public RunMatches {
    matches = List.copyOf(matches);
  }

  /**
   * A run that has one of the words. There are thousands of them for a question, so counts are kept
   * by the place of a word among those asked for. Immutable.
   */
  public static final class Match {

    private final long number;
    private final int length;
    private final int[] counts;

    /**
     * A run that was found.
     *
     * @param number the store's number of the run, see {@link StoreReader#keptRuns}
     * @param length its length
     * @param counts how often each of the words occurs in it, 0 or more, in the order in which they
     *     were asked for
     */
    public Match(long number, int length, int... counts) {
      this.number = number;
      this.length = length;
      this.counts = counts.clone();
    }

    /** The store's number of the run. */
    public long number() {
      return number;
    }

    /** Its length. */
    public int length() {
      return length;
    }

    /**
     * How often a word occurs in it; 0: not at all.
     *
     * @param word the place of the word among those asked for, from 0
     * @throws ArrayIndexOutOfBoundsException if there is none
     */
    public int count(int word) {
      return counts[word];
    }
  }
}
