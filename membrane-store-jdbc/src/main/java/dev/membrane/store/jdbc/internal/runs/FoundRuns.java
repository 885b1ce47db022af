package dev.membrane.store.jdbc.internal.runs;

import dev.membrane.spi.search.RunMatches;
import dev.membrane.spi.search.RunMatches.Match;
import dev.membrane.spi.search.RunMatches.Occurrences;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.LongStream;
import java.util.stream.Stream;

/**
 * The runs that a question looks at, and what they have of its words. A word may be found in
 * thousands of them, so a run is looked up by its place in the block of the index that the word was
 * read from. All runs are added before any word is noted. Not thread-safe.
 */
final class FoundRuns {

  private static final int FEW = 256;

  private final List<Noted> words;
  private long[] numbers = new long[FEW];
  private int[] lengths = new int[FEW];
  private int size;

  /** The rows of the runs of each block, from 1, by their places in it. */
  private final Map<Long, int[]> rowsByBlock = new HashMap<>();

  private final int[] noRows = new int[RunPlaces.RUNS_OF_A_BLOCK];
  private long lastBlock = Long.MIN_VALUE;
  private int[] lastRows = noRows;

  /** The rows of runs that have a word, from 0, and how often they have it. */
  private static final class Noted {
    private int[] rows = new int[FEW];
    private int[] counts = new int[FEW];
    private int size;

    void add(int row, int count) {
      if (size == rows.length) {
        rows = Arrays.copyOf(rows, 2 * size);
        counts = Arrays.copyOf(counts, 2 * size);
      }
      rows[size] = row;
      counts[size] = count;
      size++;
    }

    void mark(boolean[] found) {
      for (int i = 0; i < size; i++) {
        found[rows[i]] = true;
      }
    }

    Occurrences among(int[] matches) {
      int[] places = new int[size];
      for (int i = 0; i < size; i++) {
        places[i] = matches[rows[i]];
      }
      return new Occurrences(size, places, counts);
    }
  }

  /**
   * No runs yet.
   *
   * @param words how many words were asked for
   */
  FoundRuns(int words) {
    this.words = Stream.generate(Noted::new).limit(words).toList();
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
      words.get(word).add(row - 1, count);
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
    boolean[] isFound = new boolean[size];
    words.forEach(word -> word.mark(isFound));
    List<Match> matches = new ArrayList<>();
    int[] places = new int[size];
    long length = 0;
    for (int row = 0; row < size; row++) {
      length += lengths[row];
      if (isFound[row]) {
        places[row] = matches.size();
        matches.add(new Match(numbers[row], lengths[row]));
      }
    }
    return new RunMatches(
        size, length, matches, words.stream().map(word -> word.among(places)).toList());
  }
}
