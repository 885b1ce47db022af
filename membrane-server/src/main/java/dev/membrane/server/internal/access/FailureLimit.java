package dev.membrane.server.internal.access;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Counts failures per address within windows of a minute. Remembers a bounded number of addresses
 * and forgets the one that began failing first. Thread-safe.
 */
final class FailureLimit {

  /** Failures of one address in a window before it is slowed. */
  static final int MAX_FAILURES = 20;

  static final Duration WINDOW = Duration.ofMinutes(1);

  private static final int MAX_ADDRESSES = 10_000;

  private final InstantSource clock;
  private final Map<String, FailureWindow> windows =
      new LinkedHashMap<>() {
        @Override
        protected boolean removeEldestEntry(Map.Entry<String, FailureWindow> eldest) {
          return size() > MAX_ADDRESSES;
        }
      };

  FailureLimit(InstantSource clock) {
    this.clock = clock;
  }

  /** Whether an address has failed so often that it is to be slowed. */
  synchronized boolean isReached(String address) {
    return current(address).failures() >= MAX_FAILURES;
  }

  /** Remembers a failure. */
  synchronized void count(String address) {
    FailureWindow window = current(address);
    windows.put(address, new FailureWindow(window.start(), window.failures() + 1));
  }

  private FailureWindow current(String address) {
    Instant now = clock.instant();
    FailureWindow window = windows.get(address);
    return window == null || !window.covers(now) ? new FailureWindow(now, 0) : window;
  }

  private record FailureWindow(Instant start, int failures) {

    /** Not if the clock was set back, so that the window lasts no longer than it should. */
    boolean covers(Instant now) {
      return !now.isBefore(start) && now.isBefore(start.plus(WINDOW));
    }
  }
}
