package dev.membrane.schema;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;

/** Writes one instant of the years 1 to 9999 in whole microseconds, from left to right. */
final class TimestampPrinter {

  private final byte[] text = new byte["2025-01-15T10:30:00.123456Z".length()];
  private int length;

  /** The text, with no, three or six digits of a second's fraction, as many as it needs. */
  String print(Instant instant) {
    LocalDateTime time = LocalDateTime.ofEpochSecond(instant.getEpochSecond(), 0, ZoneOffset.UTC);
    number(4, time.getYear());
    number('-', 2, time.getMonthValue());
    number('-', 2, time.getDayOfMonth());
    number('T', 2, time.getHour());
    number(':', 2, time.getMinute());
    number(':', 2, time.getSecond());
    fraction(instant.getNano() / 1_000);
    text[length++] = 'Z';
    return new String(text, 0, length, StandardCharsets.ISO_8859_1);
  }

  private void fraction(int micros) {
    if (micros % 1_000 != 0) {
      number('.', 6, micros);
    } else if (micros != 0) {
      number('.', 3, micros / 1_000);
    }
  }

  private void number(char before, int digits, int value) {
    text[length++] = (byte) before;
    number(digits, value);
  }

  private void number(int digits, int value) {
    length += digits;
    for (int i = 1, rest = value; i <= digits; i++, rest /= 10) {
      text[length - i] = (byte) ('0' + rest % 10);
    }
  }
}
