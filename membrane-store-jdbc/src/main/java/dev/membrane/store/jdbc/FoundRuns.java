package dev.membrane.store.jdbc;

import dev.membrane.spi.RunMatches;
import dev.membrane.spi.RunMatches.Match;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.LongStream;

/**
 * The runs that a question looks at, and what they have of its words. A word may be found in
 * thousands of them, so a run is looked up by its place in the block of the index that the word was
 * read from. All runs are added before any word is noted. Not thread-safe.
 */
final class FoundRuns {

  private static final int FEW = 256;

  private final int words;
  private long[] numbers = new long[FEW];
  private int[] lengths = new int[FEW];
  private int size;

  /** The rows of the runs of each block, from 1, by their places in it. */
  private final Map<Long, int[]> rowsByBlock = new HashMap<>();

  private final int[] noRows = new int[RunPlaces.RUNS_OF_A_BLOCK];
  private long lastBlock = Long.MIN_VALUE;
  private int[] lastRows = noRows;

  /** A row for each run, with a count for each word. */
  private int[] counts = new int[0];

  /**
   * No runs yet.
   *
   * @param words how many words were asked for
   */
  FoundRuns(int words) {
    this.words = words;
  }

  boolean isEmpty() {
    return size == 0;
  }

  int size() {
    return size;
  }

  /** The smallest number of a run; 0 without any. */
  long first() {
    return LongStream.of(numbers).limit(size).min().orElse(0);
  }

  /** Adds a run. */
  void add(long number, int length) {
    if (size == numbers.length) {
      numbers = Arrays.copyOf(numbers, 2 * size);
      lengths = Arrays.copyOf(lengths, 2 * size);
    }
    numbers[size] = number;
    lengths[size] = length;
    size++;
    rowsByBlock
            .computeIfAbsent(
                RunPlaces.blockOf(number), block -> new int[RunPlaces.RUNS_OF_A_BLOCK])[
            RunPlaces.placeInBlock(number)] =
        size;
  }

  /** Says how often a run has a word, if it is one of these. */
  void note(int word, long number, int count) {
    int row = row(number);
    if (row > 0) {
      if (counts.length == 0) {
        counts = new int[size * words];
      }
      counts[(row - 1) * words + word] = count;
    }
  }

  private int row(long number) {
    long block = RunPlaces.blockOf(number);
    if (block != lastBlock) {
      lastRows = rowsByBlock.getOrDefault(block, noRows);
      lastBlock = block;
    }
    return lastRows[RunPlaces.placeInBlock(number)];
  }

  RunMatches matches() {
    List<Match> matches = new ArrayList<>();
    long length = 0;
    for (int row = 0; row < size; row++) {
      length += lengths[row];
      if (hasAny(row)) {
        int[] ofRun = Arrays.copyOfRange(counts, row * words, (row + 1) * words);
        matches.add(new Match(numbers[row], lengths[row], ofRun));
      }
    }
    return new RunMatches(size, length, matches);
  }

  private boolean hasAny(int row) {
    for (int at = row * words; at < Math.min(counts.length, (row + 1) * words); at++) {
      if (counts[at] > 0) {
        return true;
      }
    }
    return false;
  }
}
