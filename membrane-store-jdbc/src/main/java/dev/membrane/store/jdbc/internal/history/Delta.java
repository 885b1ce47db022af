package dev.membrane.store.jdbc.internal.history;

import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * How an earlier text is made from a later one: which parts of the later text are copied, each as
 * {@code <start>+<length>;}, and what stands between them, as {@code <length>:<text>}. If all of
 * the earlier text is still there, only numbers are left.
 */
public final class Delta {

  /** The shortest part that is looked for elsewhere in the later text. */
  private static final int BLOCK = 32;

  /** How far ahead of the last copy a part is looked for first. */
  private static final int NEAR = 4_096;

  /** What the character that leaves a block counts in its hash, that of {@link String}. */
  private static final int OLDEST = oldest();

  private final String later;
  private final String earlier;
  private final StringBuilder delta = new StringBuilder();
  private @Nullable Map<Integer, Integer> blocks;

  /** Up to here the earlier text is described. */
  private int done;

  /** From a place in the earlier text on, the same stands at a place in the later one. */
  private record SameText(int at, int place) {}

  private Delta(String later, String earlier) {
    this.later = later;
    this.earlier = earlier;
  }

  /** The delta that makes the earlier text from the later one. */
  public static String between(String later, String earlier) {
    return new Delta(later, earlier).describe();
  }

  /**
   * The earlier text.
   *
   * @throws IllegalArgumentException if this is no delta of the later text
   */
  static String apply(String later, String delta) {
    StringBuilder earlier = new StringBuilder();
    int at = 0;
    try {
      while (at < delta.length()) {
        int end = at;
        while (Character.isDigit(delta.charAt(end))) {
          end++;
        }
        int number = Integer.parseInt(delta, at, end, 10);
        if (delta.charAt(end) == ':') {
          at = end + 1 + number;
          earlier.append(delta, end + 1, at);
        } else {
          int stop = delta.indexOf(';', end);
          int length = Integer.parseInt(delta, end + 1, stop, 10);
          earlier.append(later, number, Math.addExact(number, length));
          at = stop + 1;
        }
      }
    } catch (IndexOutOfBoundsException | ArithmeticException | NumberFormatException broken) {
      throw new IllegalArgumentException("the delta is not of this text", broken);
    }
    return earlier.toString();
  }

  private String describe() {
    int place = 0;
    SameText match = next(place);
    while (match != null) {
      int start = match.at() - sameBefore(match);
      start += isWithinPair(start) ? 1 : 0;
      place = match.place() + start - match.at();
      literal(start);
      int length = sameFrom(done, place);
      length -= isWithinPair(done + length) ? 1 : 0;
      delta.append(place).append('+').append(length).append(';');
      done += length;
      place += length;
      match = next(place);
    }
    literal(earlier.length());
    return delta.toString();
  }

  /** The next part that is also in the later text, if possible soon after a place there. */
  private @Nullable SameText next(int place) {
    int rest = earlier.length() - done;
    if (rest < BLOCK) {
      boolean isEnd = rest > 0 && later.endsWith(earlier.substring(done));
      return isEnd ? new SameText(done, later.length() - rest) : null;
    }
    String near = later.substring(place, Math.min(later.length(), place + NEAR));
    int found = near.indexOf(earlier.substring(done, done + BLOCK));
    return found < 0 ? anywhere() : new SameText(done, place + found);
  }

  private @Nullable SameText anywhere() {
    Map<Integer, Integer> all = blocks();
    int hash = 0;
    for (int i = done; i < earlier.length(); i++) {
      int start = i + 1 - BLOCK;
      hash =
          31 * hash + earlier.charAt(i) - (start > done ? OLDEST * earlier.charAt(start - 1) : 0);
      Integer place = start < done ? null : all.get(hash);
      if (place != null && earlier.regionMatches(start, later, place, BLOCK)) {
        return new SameText(start, place);
      }
    }
    return null;
  }

  private Map<Integer, Integer> blocks() {
    Map<Integer, Integer> all = blocks;
    if (all == null) {
      all = new HashMap<>();
      for (int start = 0; start + BLOCK <= later.length(); start += BLOCK) {
        all.putIfAbsent(later.substring(start, start + BLOCK).hashCode(), start);
      }
      blocks = all;
    }
    return all;
  }

  private int sameFrom(int at, int place) {
    int length = 0;
    while (at + length < earlier.length()
        && place + length < later.length()
        && earlier.charAt(at + length) == later.charAt(place + length)) {
      length++;
    }
    return length;
  }

  private int sameBefore(SameText match) {
    int length = 0;
    while (match.at() - length > done
        && match.place() - length > 0
        && earlier.charAt(match.at() - length - 1) == later.charAt(match.place() - length - 1)) {
      length++;
    }
    return length;
  }

  /** Half a pair of surrogates would not be stored as it is. */
  private boolean isWithinPair(int at) {
    return at > 0
        && at < earlier.length()
        && Character.isSurrogatePair(earlier.charAt(at - 1), earlier.charAt(at));
  }

  private void literal(int until) {
    if (until > done) {
      delta.append(until - done).append(':').append(earlier, done, until);
      done = until;
    }
  }

  private static int oldest() {
    int power = 1;
    for (int i = 0; i < BLOCK; i++) {
      power *= 31;
    }
    return power;
  }
}
