package dev.membrane.internal.consolidate.procedure;

import java.time.Instant;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * How often each of several texts occurred, and when first. If there are too many, the lowest
 * ranked are left out.
 */
final class TextCounts {

  private static final int MAX_TEXTS = 32;

  /** How many characters several texts have at most. */
  private static final int MAX_CHARACTERS = 65_536;

  private final SortedMap<String, Seen> texts = new TreeMap<>();

  /**
   * How a text was seen.
   *
   * @param times how often, 1 or more
   * @param first when it was seen first
   */
  record Seen(long times, Instant first) {

    private Seen plus(Seen other) {
      return new Seen(times + other.times, first.isBefore(other.first) ? first : other.first);
    }
  }

  /** Adds a text; with a sign of -1, takes it away. */
  void count(String text, int sign, Instant at) {
    if (sign > 0 || texts.containsKey(text)) {
      put(text, new Seen(sign, at));
    }
    while (isTooMuch()) {
      texts.remove(Collections.max(texts.keySet(), bestFirst()));
    }
  }

  private boolean isTooMuch() {
    return texts.size() > MAX_TEXTS
        || (texts.size() > 1
            && texts.keySet().stream().mapToLong(String::length).sum() > MAX_CHARACTERS);
  }

  void addAll(TextCounts other) {
    other.texts.forEach(this::put);
  }

  /** Adds what was seen of a text. */
  void put(String text, Seen more) {
    texts.merge(text, more, Seen::plus);
    texts.computeIfPresent(text, (it, seen) -> seen.times() <= 0 ? null : seen);
  }

  /** The most frequent first, then the shortest, then the first seen. */
  List<String> best() {
    return texts.keySet().stream().sorted(bestFirst()).toList();
  }

  SortedMap<String, Seen> all() {
    return Collections.unmodifiableSortedMap(texts);
  }

  private Comparator<String> bestFirst() {
    return Comparator.comparingLong((String text) -> -seen(text).times())
        .thenComparingInt(String::length)
        .thenComparing(text -> seen(text).first())
        .thenComparing(Comparator.naturalOrder());
  }

  private Seen seen(String text) {
    return texts.getOrDefault(text, new Seen(0, Instant.MAX));
  }
}
