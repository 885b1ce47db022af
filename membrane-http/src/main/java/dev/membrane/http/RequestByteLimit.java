package dev.membrane.http;

import java.util.concurrent.atomic.AtomicLong;

/**
 * The bytes that all requests together may hold, from their arrival to their answer. Thread-safe.
 */
final class RequestByteLimit {

  private final long max;
  private final AtomicLong held = new AtomicLong();

  RequestByteLimit(long max) {
    this.max = max;
  }

  /** Takes so many, if there are. */
  boolean take(long bytes) {
    if (held.addAndGet(bytes) <= max) {
      return true;
    }
    held.addAndGet(-bytes);
    return false;
  }

  /** Takes so many in any case: what is there already cannot be refused. */
  void force(long bytes) {
    held.addAndGet(bytes);
  }

  void give(long bytes) {
    held.addAndGet(-bytes);
  }
}
