package dev.membrane.internal.episode;

import dev.membrane.spi.commit.Key;
import java.util.Optional;

/**
 * How many runs with a known outcome were learned from, and how many of these succeeded.
 *
 * @param successes 0 to {@code runs}; of a change, less than 0 if there are fewer
 * @param runs 0 or more; of a change, less than 0 if there are fewer
 */
public record EndedRuns(long successes, long runs) {

  /** None was learned from. */
  public static final EndedRuns NONE = new EndedRuns(0, 0);

  /** What a key holds; none without one. */
  public static EndedRuns of(Optional<Key> key) {
    return key.map(it -> parse(it.value())).orElse(NONE);
  }

  /** What {@link #text} wrote; none if the text is anything else. */
  public static EndedRuns parse(String text) {
    String[] counts = text.split("/", -1);
    try {
      return counts.length == 2
          ? new EndedRuns(Long.parseLong(counts[0]), Long.parseLong(counts[1]))
          : NONE;
    } catch (NumberFormatException garbage) {
      return NONE;
    }
  }

  /** Whether a text is one of counts that can be. */
  public static boolean isSound(String text) {
    EndedRuns runs = parse(text);
    return runs.text().equals(text) && runs.successes >= 0 && runs.successes <= runs.runs;
  }

  /** Both counts as text. */
  public String text() {
    return successes + "/" + runs;
  }

  /** The sum; what a caller has claimed may be near the most that a number holds. */
  public EndedRuns plus(EndedRuns other) {
    return new EndedRuns(sum(successes, other.successes), sum(runs, other.runs));
  }

  /** What was added to another count to get this one. */
  public EndedRuns minus(EndedRuns other) {
    return new EndedRuns(successes - other.successes, runs - other.runs);
  }

  /**
   * A count with a change. Never less than none: what is taken back may have been counted by a
   * version that kept no such count.
   */
  public EndedRuns changedBy(EndedRuns change) {
    EndedRuns sum = plus(change);
    long all = Math.max(0, sum.runs);
    return new EndedRuns(Math.max(0, Math.min(sum.successes, all)), all);
  }

  /** The same without some that failed, as far as there are any. */
  public EndedRuns withoutFailures(long failures) {
    return new EndedRuns(successes, Math.max(successes, runs - failures));
  }

  /** A number of 0 or more with another one added or taken away; at most what a number holds. */
  public static long sum(long one, long other) {
    return other > 0 && one > Long.MAX_VALUE - other ? Long.MAX_VALUE : one + other;
  }

  /** The share that succeeded, 0 to 1, as if one more had and one had not. */
  public double rate() {
    return (successes + 1.0) / (runs + 2.0);
  }
}
