package dev.membrane.server.internal.access;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.function.LongSupplier;

/**
 * Counts the calls whose refusal is delayed. Only a few may wait in this way, since each takes one
 * of the places for calls under way. A place is free again when the delay is over, even if the
 * caller has left before. Thread-safe.
 */
final class SlowedRefusals {

  static final Duration DELAY = Duration.ofSeconds(1);

  private static final int MAX_WAITING = 64;
  private static final int MAX_OF_ADDRESS = 8;

  private final Deque<WaitingAddress> waiting = new ArrayDeque<>();
  private final LongSupplier nanoTime;

  SlowedRefusals(LongSupplier nanoTime) {
    this.nanoTime = nanoTime;
  }

  /** Takes a place for {@link #DELAY}, if there is one for this address. */
  synchronized boolean take(String address) {
    long now = nanoTime.getAsLong();
    waiting.removeIf(one -> one.until() - now <= 0);
    long own = waiting.stream().filter(one -> one.address().equals(address)).count();
    if (waiting.size() >= MAX_WAITING || own >= MAX_OF_ADDRESS) {
      return false;
    }
    waiting.add(new WaitingAddress(address, now + DELAY.toNanos()));
    return true;
  }

  private record WaitingAddress(String address, long until) {}
}
