package dev.membrane.spi;

import static java.util.stream.Collectors.joining;

import java.time.Duration;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Durations as a configuration has them: a number and a unit, such as 7d or 200ms. */
final class DurationText {

  private static final Pattern FORM = Pattern.compile("(\\d+)(ms|s|m|h|d)");

  /** More digits than that of any duration in range, which no unit makes overflow. */
  private static final int MAX_DIGITS = 13;

  /** A hundred years: what is reckoned with it stays in the range of instants and nanoseconds. */
  private static final Duration MAX_LENGTH = Duration.ofDays(36_500);

  private DurationText() {}

  /**
   * The duration of a text.
   *
   * @param words other values that the key may have, for the message
   * @throws IllegalArgumentException saying what it must be
   */
  static Duration parse(String text, Set<String> words) {
    Matcher matcher = FORM.matcher(text);
    String others = new TreeSet<>(words).stream().map(word -> ", or " + word).collect(joining());
    check(matcher.matches(), "must be a duration such as 7d, 1h, 30m, 90s or 200ms" + others);
    String digits = matcher.group(1);
    Duration duration =
        digits.length() > MAX_DIGITS
            ? Duration.ZERO
            : duration(Long.parseLong(digits), matcher.group(2));
    check(
        !duration.isZero() && duration.compareTo(MAX_LENGTH) <= 0,
        "must be from 1ms to " + MAX_LENGTH.toDays() + "d" + others);
    return duration;
  }

  private static Duration duration(long amount, String unit) {
    return switch (unit) {
      case "ms" -> Duration.ofMillis(amount);
      case "s" -> Duration.ofSeconds(amount);
      case "m" -> Duration.ofMinutes(amount);
      case "h" -> Duration.ofHours(amount);
      default -> Duration.ofDays(amount);
    };
  }

  private static void check(boolean holds, String message) {
    if (!holds) {
      throw new IllegalArgumentException(message);
    }
  }
}
