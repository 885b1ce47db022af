package dev.membrane.schema;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Reads RFC 3339 timestamps. Strict: date, time with seconds, and {@code Z} or a numeric offset are
 * all required; any number of fraction digits is accepted and cut to microseconds. Leap seconds
 * ({@code :60}) are rejected, as an {@link Instant} has none.
 */
public final class Timestamps {

  /** The earliest instant a record may hold: the start of year 1. */
  public static final Instant MIN = Instant.parse("0001-01-01T00:00:00Z");

  /** The last instant a record may hold: the last microsecond of year 9999. */
  public static final Instant MAX = Instant.parse("9999-12-31T23:59:59.999999Z");

  private static final Pattern RFC_3339 =
      Pattern.compile(
          "(?<year>\\d{4})-(?<month>\\d{2})-(?<day>\\d{2})[Tt]"
              + "(?<hour>\\d{2}):(?<minute>\\d{2}):(?<second>\\d{2})(?:\\.(?<micros>\\d{1,6})\\d*)?"
              + "(?:[Zz]|(?<sign>[+-])(?<offsetHour>[01]\\d|2[0-3]):(?<offsetMinute>[0-5]\\d))");

  private static final int LONGEST_ECHO = 64;

  private Timestamps() {}

  /**
   * Reads a timestamp.
   *
   * @param field the field that holds the text, for the error
   * @return the instant, in whole microseconds
   * @throws ValidationException {@code invalid timestamp: <text>}
   */
  public static Instant parse(String field, String text) {
    Instant instant = read(text);
    if (instant == null) {
      throw ValidationException.worded(field, complaint(text));
    }
    return instant;
  }

  /** Reads a timestamp, or returns null if the text is none or outside years 1 to 9999. */
  public static @Nullable Instant read(String text) {
    Matcher parts = RFC_3339.matcher(text);
    if (!parts.matches()) {
      return null;
    }
    try {
      Instant instant =
          localTime(parts).minusMinutes(offsetMinutes(parts)).toInstant(ZoneOffset.UTC);
      return isInRange(instant) ? instant : null;
    } catch (DateTimeException noSuchDay) {
      return null;
    }
  }

  /** What is wrong with a text that {@link #read} does not take; repeats no more than its start. */
  public static String complaint(String text) {
    return "invalid timestamp: "
        + (text.length() <= LONGEST_ECHO ? text : text.substring(0, LONGEST_ECHO) + "…");
  }

  static Instant toMicros(Instant instant) {
    return instant.truncatedTo(ChronoUnit.MICROS);
  }

  /** Whether a record may hold an instant. */
  public static boolean isInRange(Instant instant) {
    return !instant.isBefore(MIN) && !instant.isAfter(MAX);
  }

  private static LocalDateTime localTime(Matcher parts) {
    return LocalDateTime.of(
        number(parts, "year"),
        number(parts, "month"),
        number(parts, "day"),
        number(parts, "hour"),
        number(parts, "minute"),
        number(parts, "second"),
        nanos(parts.group("micros")));
  }

  private static int nanos(@Nullable String micros) {
    return micros == null ? 0 : Integer.parseInt((micros + "00000000").substring(0, 9));
  }

  private static int offsetMinutes(Matcher parts) {
    if (parts.group("sign") == null) {
      return 0;
    }
    int minutes = 60 * number(parts, "offsetHour") + number(parts, "offsetMinute");
    return parts.group("sign").equals("-") ? -minutes : minutes;
  }

  private static int number(Matcher parts, String group) {
    return Integer.parseInt(parts.group(group));
  }
}
