package dev.membrane.store.jdbc;

import dev.membrane.spi.RunMatches;
import dev.membrane.spi.RunMatches.Match;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The runs that a question looks at, and what they have of its words. A word may be found in
 * thousands of them, so a run is looked up by its place in the block of the index that the word was
 * read from. Not thread-safe.
 */
final class FoundRuns {

  private final int words;
  private final List<Found> all = new ArrayList<>();
  private final Map<Long, @Nullable Found[]> blocks = new HashMap<>();
  private long lastBlock;
  private @Nullable Found @Nullable [] last;

  private static final class Found {
    private final long number;
    private final int length;
    private int @Nullable [] counts;

    Found(long number, int length) {
      this.number = number;
      this.length = length;
    }
  }

  /**
   * No runs yet.
   *
   * @param words how many words were asked for
   */
  FoundRuns(int words) {
    this.words = words;
  }

  boolean isEmpty() {
    return all.isEmpty();
  }

  /** The smallest number of a run; 0 without any. */
  long first() {
    return all.stream().mapToLong(run -> run.number).min().orElse(0);
  }

  /** Adds a run. */
  void add(long number, int length) {
    Found run = new Found(number, length);
    all.add(run);
    blocks
            .computeIfAbsent(
                RunPlaces.blockOf(number), block -> new Found[RunPlaces.RUNS_OF_A_BLOCK])[
            RunPlaces.placeInBlock(number)] =
        run;
  }

  /** Says how often a run has a word, if it is one of these. */
  void note(int word, long number, int count) {
    Found run = get(number);
    if (run != null) {
      int[] counts = run.counts == null ? new int[words] : run.counts;
      counts[word] = count;
      run.counts = counts;
    }
  }

  private @Nullable Found get(long number) {
    long block = RunPlaces.blockOf(number);
    if (last == null || block != lastBlock) {
      last = blocks.get(block);
      lastBlock = block;
    }
    return last == null ? null : last[RunPlaces.placeInBlock(number)];
  }

  RunMatches matches() {
    List<Match> matches = new ArrayList<>();
    long length = 0;
    for (Found run : all) {
      length += run.length;
      if (run.counts != null) {
        matches.add(new Match(run.number, run.length, run.counts));
      }
    }
    return new RunMatches(all.size(), length, matches);
  }
}
