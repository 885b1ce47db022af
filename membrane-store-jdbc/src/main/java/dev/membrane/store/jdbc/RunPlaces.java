package dev.membrane.store.jdbc;

import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;

/**
 * The places of a word among kept runs, as a row of the index holds them: {@code 12 3,14 1} means
 * three times in run 12 and once in run 14. A row covers a block of {@value #RUNS_OF_A_BLOCK} runs
 * with consecutive numbers. So it is small enough to be rewritten whenever a run comes or goes, and
 * there are far fewer rows to read than runs.
 */
final class RunPlaces {

  /** In the place of a word: how long each run is. */
  static final String LENGTHS = "";

  /** In the place of a count: the word is not found there. */
  static final int NONE = -1;

  private static final int RUNS_OF_A_BLOCK = 256;

  /** Is told of each place. */
  @FunctionalInterface
  interface Look {
    /** A run, and how often the word occurs there. */
    void at(long run, int count);
  }

  private RunPlaces() {}

  /** The block of a run. */
  static long blockOf(long run) {
    return Math.floorDiv(run, RUNS_OF_A_BLOCK);
  }

  /**
   * Tells the places of rows, with commas between them.
   *
   * @throws NumberFormatException or an {@link IndexOutOfBoundsException} if it is none of ours
   */
  static void each(String places, Look look) {
    int start = 0;
    while (start < places.length()) {
      int blank = places.indexOf(' ', start);
      int comma = places.indexOf(',', start);
      int end = comma < 0 ? places.length() : comma;
      look.at(
          Long.parseLong(places, start, blank, 10), Integer.parseInt(places, blank + 1, end, 10));
      start = end + 1;
    }
  }

  /** The places of a row with others; {@link #NONE} takes one away. */
  static String with(String places, Map<Long, Integer> others) {
    NavigableMap<Long, Integer> all = new TreeMap<>();
    each(places, all::put);
    all.putAll(others);
    StringBuilder text = new StringBuilder();
    all.forEach(
        (run, count) -> {
          if (count != NONE) {
            text.append(text.isEmpty() ? "" : ",").append(run).append(' ').append(count);
          }
        });
    return text.toString();
  }
}
