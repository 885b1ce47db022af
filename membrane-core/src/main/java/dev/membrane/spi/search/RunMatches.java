package dev.membrane.spi.search;

import dev.membrane.spi.store.StoreReader;
import java.util.Arrays;
import java.util.List;

/**
 * The kept runs that a search by words looked at and found.
 *
 * @param runs how many runs were looked at, those without any of the words included
 * @param totalLength the sum of their lengths
 * @param matches those that have one of the words, in no order
 * @param words where among the matches each of the words occurs, in the order in which they were
 *     asked for
 */
public record RunMatches(
    long runs, long totalLength, List<Match> matches, List<Occurrences> words) {

  /** Copies the lists. */
  public RunMatches {
    matches = List.copyOf(matches);
    words = List.copyOf(words);
  }

  /**
   * A run that has one of the words.
   *
   * @param number the store's number of the run, see {@link StoreReader#keptRuns}
   * @param length its length
   */
  public record Match(long number, int length) {}

  /**
   * The runs that have a word. A question has thousands of them for each of its words, so they are
   * in arrays. Immutable.
   */
  public static final class Occurrences {

    private final int[] matches;
    private final int[] counts;

    /**
     * Those of a word.
     *
     * @param size how many runs have it; what the arrays hold after these is left out
     * @param matches the places of these runs among all that were found, from 0, each once
     * @param counts how often the word occurs in each, at least 1
     */
    public Occurrences(int size, int[] matches, int[] counts) {
      this.matches = Arrays.copyOf(matches, size);
      this.counts = Arrays.copyOf(counts, size);
    }

    /** How many runs have the word. */
    public int size() {
      return matches.length;
    }

    /**
     * The place of a run with the word among all that were found.
     *
     * @param at 0 or more, less than the size
     */
    public int match(int at) {
      return matches[at];
    }

    /**
     * How often that run has it.
     *
     * @param at 0 or more, less than the size
     */
    public int count(int at) {
      return counts[at];
    }
  }
}
