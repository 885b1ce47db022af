package dev.membrane.store.jdbc.internal.runs;

import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;

/**
 * The places of a word among kept runs, as a row of the index holds them: {@code 12 3,14 1} means
 * three times in run 12 and once in run 14. A row covers a block of {@value #RUNS_OF_A_BLOCK} runs
 * with consecutive numbers. So it is small enough to be rewritten whenever a run comes or goes, and
 * there are far fewer rows to read than runs.
 */
public final class RunPlaces {

  /** In the place of a word: how long each run is. */
  public static final String LENGTHS = "";

  /** In the place of a count: the word is not found there. */
  static final int NONE = -1;

  static final int RUNS_OF_A_BLOCK = 256;

  /** Is notified of each place. */
  @FunctionalInterface
  public interface PlaceVisitor {
    /** A run, and how often the word occurs there. */
    void at(long run, int count);
  }

  private RunPlaces() {}

  /** The block of a run. */
  public static long blockOf(long run) {
    return Math.floorDiv(run, RUNS_OF_A_BLOCK);
  }

  /** The place of a run in its block, from 0. */
  static int placeInBlock(long run) {
    return Math.floorMod(run, RUNS_OF_A_BLOCK);
  }

  /**
   * Tells the places of rows, with commas between them.
   *
   * @throws NumberFormatException or an {@link IndexOutOfBoundsException} if it is none of ours
   */
  public static void each(String places, PlaceVisitor look) {
    int next = 0;
    while (next < places.length()) {
      long run = digit(places, next++);
      while (places.charAt(next) != ' ') {
        run = 10 * run + digit(places, next++);
      }
      next++;
      int count = digit(places, next++);
      while (next < places.length() && places.charAt(next) != ',') {
        count = 10 * count + digit(places, next++);
      }
      next++;
      look.at(run, count);
    }
  }

  /** Digit by digit, which takes a fraction of what finding and parsing each number takes. */
  private static int digit(String places, int at) {
    int digit = places.charAt(at) - '0';
    if (digit < 0 || digit > 9) {
      throw new NumberFormatException("not a digit at " + at);
    }
    return digit;
  }

  /** The places of a row with others; {@link #NONE} takes one away. */
  public static String with(String places, Map<Long, Integer> others) {
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
