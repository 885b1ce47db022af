package dev.membrane.llm;

import java.time.Duration;
import java.time.Instant;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeParseException;
import java.util.Optional;
import java.util.regex.Pattern;

/** The header {@code Retry-After} (RFC 9110, section 10.2.3): seconds, or a date. */
final class RetryAfter {

  private static final Pattern SECONDS = Pattern.compile("\\d{1,9}(\\.\\d{0,9})?");

  private RetryAfter() {}

  /** How long to wait, not negative; empty if the header says nothing that is understood. */
  static Optional<Duration> parse(String header, Instant now) {
    String text = header.strip();
    if (SECONDS.matcher(text).matches()) {
      return Optional.of(Duration.ofMillis((long) Math.ceil(Double.parseDouble(text) * 1_000)));
    }
    try {
      Instant at = ZonedDateTime.parse(text, DateTimeFormatter.RFC_1123_DATE_TIME).toInstant();
      return Optional.of(at.isAfter(now) ? Duration.between(now, at) : Duration.ZERO);
    } catch (DateTimeParseException other) {
      return Optional.empty();
    }
  }
}
