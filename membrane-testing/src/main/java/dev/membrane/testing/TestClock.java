package dev.membrane.testing;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;

/** A clock that stands still until it is set. */
final class TestClock implements InstantSource {

  static final Instant START = Instant.parse("2026-03-01T12:00:00.123456Z");

  private volatile Instant now = START;

  @Override
  public Instant instant() {
    return now;
  }

  void set(Instant instant) {
    now = instant;
  }

  void pass(Duration time) {
    now = now.plus(time);
  }
}
