package dev.membrane.testing;

import dev.membrane.schema.DeletionPolicy;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * The closed form of live salience, written down once more for the oracle.
 *
 * @param floor 0: none
 * @param maxAge in seconds; null: none
 */
record OracleDecay(
    boolean linear,
    long halfLife,
    double floor,
    @Nullable Long maxAge,
    double gain,
    boolean pinned,
    DeletionPolicy policy) {

  /** Without what only an admin gives. */
  OracleDecay unprivileged() {
    DeletionPolicy most = policy == DeletionPolicy.NEVER ? DeletionPolicy.MANUAL_ONLY : policy;
    return new OracleDecay(linear, halfLife, floor, maxAge, gain, false, most);
  }

  double salience(double s0, Instant t0, Instant at) {
    double halfLives = halfLives(t0, at);
    double faded = linear ? s0 * Math.max(0, 1 - halfLives / 2) : s0 * Math.pow(0.5, halfLives);
    return pinned ? s0 : Math.min(s0, Math.max(floor, faded));
  }

  /** Of the salience; exact where that is too small for a double. */
  double log2(double s0, Instant t0, Instant at) {
    double start = log2(s0);
    double straight = log2(salience(s0, t0, at));
    boolean isCurved = !linear && !pinned;
    return isCurved ? Math.min(start, Math.max(log2(floor), start - halfLives(t0, at))) : straight;
  }

  /** Whether the salience stands still from an instant on. */
  boolean isAtRest(double s0, Instant t0, Instant at) {
    boolean hasGround = floor > 0 || linear;
    boolean isDown = hasGround && salience(s0, t0, at) == Math.min(s0, floor);
    return pinned || s0 == 0 || isDown || halfLives(t0, at) == 0;
  }

  private double halfLives(Instant t0, Instant at) {
    Duration elapsed = Duration.between(t0, at);
    return Math.max(0, elapsed.getSeconds() + elapsed.getNano() / 1e9) / halfLife;
  }

  private static double log2(double value) {
    return Math.log(value) / Math.log(2);
  }
}
