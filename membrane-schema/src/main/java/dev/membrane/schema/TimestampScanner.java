package dev.membrane.schema;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;

/** Reads one RFC 3339 timestamp from left to right. Reading a record is mostly this. */
final class TimestampScanner {

  private static final int MAX_FRACTION = 6;
  private static final int LEAP_SECOND = 60;

  private final String text;
  private int at;

  TimestampScanner(String text) {
    this.text = text;
  }

  /**
   * The instant, cut to microseconds, of any year.
   *
   * @throws DateTimeException if the text is no timestamp
   */
  Instant instant() {
    long seconds = day() * 86_400;
    expect("Tt");
    int minuteOfDay = minutes();
    expect(":");
    int second = number(2, LEAP_SECOND);
    long nanos = fraction();
    seconds += 60 * minuteOfDay + second - offset();
    if (at < text.length() || (second == LEAP_SECOND && !isEndOfMonth(seconds))) {
      throw mismatch();
    }
    return Instant.ofEpochSecond(seconds, nanos);
  }

  private long day() {
    int year = number(4, 9_999);
    expect("-");
    int month = number(2, 12);
    expect("-");
    return LocalDate.of(year, month, number(2, 31)).toEpochDay();
  }

  /** Where a month ends in UTC a leap second may be (RFC 3339, 5.7), and nowhere else. */
  private static boolean isEndOfMonth(long next) {
    return next % 86_400 == 0 && LocalDate.ofEpochDay(next / 86_400).getDayOfMonth() == 1;
  }

  /** Hours and minutes as minutes. */
  private int minutes() {
    int hours = number(2, 23);
    expect(":");
    return 60 * hours + number(2, 59);
  }

  private int fraction() {
    if (!accepts(".")) {
      return 0;
    }
    int nanos = 0;
    int unit = 100_000_000;
    int start = at;
    for (; isDigit(peek()); at++) {
      if (at - start < MAX_FRACTION) {
        nanos += unit * (peek() - '0');
        unit /= 10;
      }
    }
    if (at == start) {
      throw mismatch();
    }
    return nanos;
  }

  private int offset() {
    if (accepts("Zz")) {
      return 0;
    }
    if (accepts("-")) {
      return -60 * minutes();
    }
    expect("+");
    return 60 * minutes();
  }

  private int number(int digits, int max) {
    int number = 0;
    for (int end = at + digits; at < end; at++) {
      if (!isDigit(peek())) {
        throw mismatch();
      }
      number = 10 * number + (peek() - '0');
    }
    if (number > max) {
      throw mismatch();
    }
    return number;
  }

  private void expect(String anyOf) {
    if (!accepts(anyOf)) {
      throw mismatch();
    }
  }

  private boolean accepts(String anyOf) {
    boolean accepted = anyOf.indexOf(peek()) >= 0;
    at += accepted ? 1 : 0;
    return accepted;
  }

  /** The next character; at the end one that no timestamp has. */
  private char peek() {
    return at < text.length() ? text.charAt(at) : '\0';
  }

  private static boolean isDigit(char c) {
    return c >= '0' && c <= '9';
  }

  private DateTimeException mismatch() {
    return new DateTimeException("no timestamp from position " + at);
  }
}
