package dev.membrane.schema;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import org.jspecify.annotations.Nullable;

/**
 * Reads and writes RFC 3339 timestamps. Reading is strict: date, time with seconds, and {@code Z}
 * or a numeric offset are all required; any number of fraction digits is accepted and cut to
 * microseconds. A leap second ({@code 23:59:60} in UTC at the end of a month) is read as the second
 * after it, as an {@link Instant} has none.
 */
public final class Timestamps {

  /** The earliest instant a record may hold: the start of year 1. */
  public static final Instant MIN = Instant.parse("0001-01-01T00:00:00Z");

  /** The last instant a record may hold: the last microsecond of year 9999. */
  public static final Instant MAX = Instant.parse("9999-12-31T23:59:59.999999Z");

  private static final String INVALID = "invalid timestamp: ";
  private static final String FORM =
      "; RFC 3339 in years 1 to 9999 is needed, such as 2026-01-02T03:04:05Z";

  private static final int MAX_ECHO_LENGTH = 64;
  private static final long MICROS_PER_SECOND = 1_000_000;
  private static final int NANOS_PER_MICRO = 1_000;

  private Timestamps() {}

  /**
   * Reads a timestamp.
   *
   * @param field the field that holds the text, for the error
   * @return the instant, in whole microseconds
   * @throws ValidationException {@code invalid timestamp: "<text>" in <field>}, and the form that
   *     is needed
   */
  public static Instant parse(String field, String text) {
    Instant instant = read(text);
    if (instant == null) {
      throw ValidationException.worded(field, INVALID + echo(text) + " in " + field + FORM);
    }
    return instant;
  }

  /** Reads a timestamp, or returns null if the text is none or outside years 1 to 9999. */
  public static @Nullable Instant read(String text) {
    try {
      Instant instant = new TimestampScanner(text).instant();
      return isInRange(instant) ? instant : null;
    } catch (DateTimeException noTimestamp) {
      return null;
    }
  }

  /**
   * Writes a timestamp just as {@link Instant#toString} does, which takes several times as long.
   */
  public static String write(Instant instant) {
    return isInRange(instant) && instant.equals(toMicros(instant))
        ? new TimestampPrinter().print(instant)
        : instant.toString();
  }

  /** What is wrong with a text that {@link #read} does not take; repeats no more than its start. */
  public static String complaint(String text) {
    return INVALID + echo(text) + FORM;
  }

  private static String echo(String text) {
    return text.length() <= MAX_ECHO_LENGTH
        ? '"' + text + '"'
        : '"' + text.substring(0, MAX_ECHO_LENGTH) + "…\"";
  }

  /**
   * The microseconds since 1970 of an instant, which is cut to whole ones; less than 0 before it.
   *
   * @throws ArithmeticException for an instant some 290,000 years away
   */
  public static long toEpochMicros(Instant instant) {
    // ChronoUnit.MICROS.between counts nanoseconds first, which are too many after three centuries.
    return Math.addExact(
        Math.multiplyExact(instant.getEpochSecond(), MICROS_PER_SECOND),
        instant.getNano() / NANOS_PER_MICRO);
  }

  /** The instant of which {@link #toEpochMicros} makes that number. */
  public static Instant ofEpochMicros(long micros) {
    return Instant.EPOCH.plus(micros, ChronoUnit.MICROS);
  }

  static Instant toMicros(Instant instant) {
    return instant.truncatedTo(ChronoUnit.MICROS);
  }

  /** Whether a record may hold an instant, cut to microseconds. */
  public static boolean isInRange(Instant instant) {
    return !instant.isBefore(MIN) && instant.getEpochSecond() <= MAX.getEpochSecond();
  }
}
