package dev.membrane.internal.jobs;

import java.time.Duration;
import java.time.Instant;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Notices that the clock leapt forward, by a time that does not depend on it. A clock that is wrong
 * for a moment must not remove what is not due; that a machine slept looks the same, so a leap is
 * believed after a while. Safe for use by many threads.
 */
public final class ClockLeap {

  /** What a clock may gain at once. */
  static final Duration NOTICED = Duration.ofDays(1);

  /** How long a leap is not believed. */
  static final Duration DOUBTED = Duration.ofHours(1);

  private static final Logger LOG = LoggerFactory.getLogger(ClockLeap.class);

  private final LongSupplier nanos;
  private Instant last;
  private long lastNanos;
  private long doubtNanos;

  /**
   * Compares what the clock says from now on.
   *
   * @param nanos as {@link System#nanoTime}
   */
  public ClockLeap(Instant now, LongSupplier nanos) {
    this.nanos = nanos;
    last = now;
    lastNanos = nanos.getAsLong();
  }

  /** Whether the clock, which says this now, leapt a short while ago. */
  public synchronized boolean isDoubted(Instant now) {
    long at = nanos.getAsLong();
    Duration passed = Duration.ofNanos(at - lastNanos);
    Duration gained = Duration.between(last, now).minus(passed);
    doubtNanos = Math.max(0, doubtNanos - passed.toNanos());
    if (gained.compareTo(NOTICED) > 0) {
      doubtNanos = DOUBTED.toNanos();
      LOG.warn(
          "the clock leapt forward by {} days, from {} to {}; nothing is removed for an hour, until"
              + " {} by this clock, as it may be wrong",
          gained.toDays(),
          last.plus(passed),
          now,
          now.plus(DOUBTED));
    }
    last = now;
    lastNanos = at;
    return doubtNanos > 0;
  }
}
