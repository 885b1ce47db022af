package dev.membrane.internal.text;

import dev.membrane.spi.search.Terms;
import java.time.Instant;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * What the ranking knows about a record beyond its words. It is stored as the mark of the record's
 * {@link Terms}.
 *
 * @param at of an episode when its first event happened that is no tool call; of all else, and of
 *     an episode without one, when it was created. In whole milliseconds.
 * @param flags what else holds of it
 * @param speaker the terms of the name of whoever said it; empty: not known
 */
public record Traits(Instant at, Set<Flag> flags, List<String> speaker) {

  private static final char SEPARATOR = '.';
  private static final String BETWEEN = "/";
  private static final List<Flag> ALL = List.of(Flag.values());

  /** What may hold of a record. */
  public enum Flag {
    /** It says when something was, as in "last week". */
    TELLS_TIME("t"),
    /** The assistant wrote all of it. */
    ASSISTANT("a"),
    /** It is a fact that has the words of an event. */
    REPEATS_EVENT("r");

    private final String letter;

    Flag(String letter) {
      this.letter = letter;
    }
  }

  /** Copies the collections. */
  public Traits {
    flags = Set.copyOf(flags);
    speaker = List.copyOf(speaker);
  }

  /** Whether something holds of it. */
  public boolean has(Flag flag) {
    return flags.contains(flag);
  }

  /** The mark: milliseconds since 1970 to base 36, letters of the flags, speaker. */
  String toMark() {
    String mark =
        Long.toString(at.toEpochMilli(), Character.MAX_RADIX)
            + SEPARATOR
            + flags.stream().sorted().map(flag -> flag.letter).collect(Collectors.joining())
            + SEPARATOR
            + String.join(BETWEEN, speaker);
    return mark.substring(0, Math.min(mark.length(), Terms.MAX_MARK_LENGTH));
  }

  /** What a mark says; empty if it is none of ours. */
  public static Optional<Traits> of(String mark) {
    int first = mark.indexOf(SEPARATOR);
    int second = mark.indexOf(SEPARATOR, first + 1);
    return first < 0 || second < 0
        ? Optional.empty()
        : Optional.of(
            new Traits(
                Instant.ofEpochMilli(Long.parseLong(mark, 0, first, Character.MAX_RADIX)),
                flags(mark, first, second),
                speaker(mark.substring(second + 1))));
  }

  /** As {@link #of}, in milliseconds since 1970, only when it happened. */
  public static OptionalLong timeOf(String mark) {
    int first = mark.indexOf(SEPARATOR);
    return first < 0 || mark.indexOf(SEPARATOR, first + 1) < 0
        ? OptionalLong.empty()
        : OptionalLong.of(Long.parseLong(mark, 0, first, Character.MAX_RADIX));
  }

  private static Set<Flag> flags(String mark, int from, int to) {
    if (to - from == 1) {
      return Set.of();
    }
    Set<Flag> flags = EnumSet.noneOf(Flag.class);
    for (Flag flag : ALL) {
      int at = mark.indexOf(flag.letter, from);
      if (at >= 0 && at < to) {
        flags.add(flag);
      }
    }
    return flags;
  }

  private static List<String> speaker(String terms) {
    if (terms.isEmpty()) {
      return List.of();
    }
    return terms.contains(BETWEEN) ? List.of(terms.split(BETWEEN)) : List.of(terms);
  }
}
