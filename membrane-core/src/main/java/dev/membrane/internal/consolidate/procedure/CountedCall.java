package dev.membrane.internal.consolidate.procedure;

import java.util.Collections;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/** How often a call was made, and how often with each value, as JSON, of each argument. */
final class CountedCall {

  /** How many characters stand around each name and value, as they are stored. */
  static final int AROUND = 8;

  /** How many different values of an argument are told apart. */
  private static final int MAX_VALUES = 32;

  private static final int MAX_NAMES = 64;

  private long times;
  private final SortedMap<String, Frequencies> values = new TreeMap<>();
  private final Frequencies said = new Frequencies();

  void add(long more) {
    times += more;
  }

  long times() {
    return times;
  }

  SortedMap<String, Frequencies> values() {
    return Collections.unmodifiableSortedMap(values);
  }

  /** How often the value of each argument was told to the run. */
  Frequencies said() {
    return said;
  }

  /** How often each value of an argument was seen. */
  Frequencies seen(String name) {
    return values.getOrDefault(name, new Frequencies());
  }

  /** Adds to the count of a value of an argument. */
  void add(String name, String value, long more) {
    Frequencies seen = values.computeIfAbsent(name, it -> new Frequencies());
    seen.add(value, more);
    if (seen.all().isEmpty()) {
      values.remove(name);
    }
  }

  /** Whether a value is not counted, since there are too many others or too little room. */
  boolean isCrowdedOut(String name, String value, long room) {
    SortedMap<String, Long> seen = seen(name).all();
    return !seen.containsKey(value) && (seen.size() >= MAX_VALUES || length(name, value) > room);
  }

  /** Counts a value if there is room for it; answers how much room is left. */
  long count(String name, String value, int sign, long room) {
    if (seen(name).all().containsKey(value)) {
      add(name, value, sign);
      return room;
    }
    if (sign < 0 || values.size() >= MAX_NAMES || isCrowdedOut(name, value, room)) {
      return room;
    }
    add(name, value, sign);
    return room - length(name, value);
  }

  private static long length(String name, String value) {
    return (long) name.length() + value.length() + AROUND;
  }

  /** How many characters all names and values take. */
  long length() {
    long length = 0;
    for (Map.Entry<String, Frequencies> seen : values.entrySet()) {
      for (String value : seen.getValue().all().keySet()) {
        length += length(seen.getKey(), value);
      }
    }
    return length;
  }

  /** Counts that the value of an argument was told; only of one that is counted itself. */
  void countSaid(String name, int sign) {
    if (sign > 0 ? values.containsKey(name) : said.of(name) > 0) {
      said.add(name, sign);
    }
  }

  void addAll(CountedCall other) {
    times += other.times;
    other.values.forEach(
        (name, seen) -> seen.all().forEach((value, count) -> add(name, value, count)));
    said.addAll(other.said);
  }
}
