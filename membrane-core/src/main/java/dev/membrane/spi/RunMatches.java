package dev.membrane.spi;

import java.util.List;
import java.util.Map;

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
   * A run that has one of the words.
   *
   * @param number the store's number of the run, see {@link StoreReader#keptRuns}
   * @param length its length
   * @param counts how often each of the words occurs in it, without those that do not
   */
  public record Match(long number, int length, Map<String, Integer> counts) {

    /** Copies the counts. */
    public Match {
      counts = Map.copyOf(counts);
    }
  }
}
