package dev.membrane.store.jdbc.internal.words;

import java.util.Comparator;

/**
 * A word in the index of kept runs.
 *
 * @param pool the scope and level of the runs
 * @param word as the index has it; {@link dev.membrane.store.jdbc.internal.runs.RunPlaces#LENGTHS}
 *     stands for the length of each run
 */
public record RunWord(long pool, String word) implements Comparable<RunWord> {

  private static final Comparator<RunWord> IN_ORDER =
      Comparator.comparingLong(RunWord::pool).thenComparing(RunWord::word);

  @Override
  public int compareTo(RunWord other) {
    return IN_ORDER.compare(this, other);
  }
}
