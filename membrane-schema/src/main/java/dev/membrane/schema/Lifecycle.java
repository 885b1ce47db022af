package dev.membrane.schema;

import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Optional;

/**
 * Decay, reinforcement and deletion of a record.
 *
 * <p>Salience is a function of time: the last explicit change fixes an anchor, the value {@code s0}
 * at the instant {@code t0}, and every later value follows from it. With {@code h} half-lives
 * elapsed since {@code t0}, counted in whole microseconds and never negative,
 *
 * <pre>
 *   exponential  s(t) = min(s0, max(min_salience, s0 * 2^-h))
 *   linear       s(t) = min(s0, max(min_salience, s0 * max(0, 1 - h / 2)))
 *   pinned       s(t) = s0
 * </pre>
 *
 * <p>The floor stops decay, it never raises a value.
 *
 * @param decay how salience falls
 * @param lastReinforcedAt when salience was last reinforced
 * @param pinned whether the record keeps its salience and is never pruned
 * @param deletionPolicy what may delete the record
 */
public record Lifecycle(
    DecayProfile decay, Instant lastReinforcedAt, boolean pinned, DeletionPolicy deletionPolicy) {

  private static final long ROUNDING_MICROS = 1_000;

  public Lifecycle {
    decay = Components.present("decay", decay);
    lastReinforcedAt = Components.instant("last_reinforced_at", lastReinforcedAt);
    deletionPolicy = Components.present("deletion_policy", deletionPolicy);
  }

  /**
   * The salience at an instant, given the anchor.
   *
   * @param s0 the salience at {@code t0}, finite and at least 0
   * @param at the instant asked for; before {@code t0} the answer is {@code s0}
   * @throws ValidationException if the curve is {@link DecayCurve#CUSTOM}
   */
  public double salienceAt(double s0, Instant t0, Instant at) {
    return salienceAfter(s0, elapsedMicros(t0, at));
  }

  private double salienceAfter(double s0, long elapsedMicros) {
    return pinned ? s0 : decay.salienceAfter(s0, elapsedMicros);
  }

  /**
   * The binary logarithm of {@link #salienceAt}, for ordering. It distinguishes records whose
   * salience is too small for a double. Minus infinity for 0.
   *
   * @throws ValidationException if the curve is {@link DecayCurve#CUSTOM}
   */
  public double log2SalienceAt(double s0, Instant t0, Instant at) {
    return pinned ? DecayProfile.log2(s0) : decay.log2SalienceAfter(s0, elapsedMicros(t0, at));
  }

  /**
   * The first instant, in whole microseconds, at which the salience is below a threshold; empty if
   * it never is, or not before year 10000.
   *
   * @throws ValidationException if the curve is {@link DecayCurve#CUSTOM}
   */
  public Optional<Instant> fallsBelow(double threshold, double s0, Instant t0) {
    long most = elapsedMicros(t0, Timestamps.MAX);
    return salienceAfter(s0, most) >= threshold
        ? Optional.empty()
        : Optional.of(t0.plus(firstBelow(threshold, s0, most), ChronoUnit.MICROS));
  }

  /**
   * Salience never rises by itself, so halving finds the place to the microsecond. The curve's
   * formula misses it by rounding only: one look before that place and one behind it save most of
   * the others.
   */
  private long firstBelow(double threshold, double s0, long most) {
    long near = pinned ? 0 : decay.microsUntil(threshold / s0);
    long least = 0;
    long below = most;
    for (int look = 0; least < below; look++) {
      long at =
          switch (look) {
            case 0 -> near - ROUNDING_MICROS;
            case 1 -> near + ROUNDING_MICROS;
            default -> least + (below - least) / 2;
          };
      at = Math.max(least, Math.min(at, below - 1));
      if (salienceAfter(s0, at) < threshold) {
        below = at;
      } else {
        least = at + 1;
      }
    }
    return least;
  }

  /**
   * A live salience after a reinforcement: {@code max(live, min(1, live + gain))}.
   *
   * @param gain at least 0
   */
  public static double reinforced(double live, double gain) {
    return Math.max(live, Math.min(1, live + gain));
  }

  /**
   * A live salience after a penalty: {@code min(live, max(min_salience, live - amount))}.
   *
   * @param amount at least 0
   */
  public double penalized(double live, double amount) {
    double floor = decay.minSalience() == null ? 0 : decay.minSalience();
    return Math.min(live, Math.max(floor, live - amount));
  }

  /** This lifecycle after a reinforcement at an instant. */
  public Lifecycle withLastReinforcedAt(Instant instant) {
    return new Lifecycle(decay, instant, pinned, deletionPolicy);
  }

  /** This lifecycle, pinned or not. */
  public Lifecycle withPinned(boolean keep) {
    return new Lifecycle(decay, lastReinforcedAt, keep, deletionPolicy);
  }

  /** This lifecycle under another deletion policy. */
  public Lifecycle withDeletionPolicy(DeletionPolicy other) {
    return new Lifecycle(decay, lastReinforcedAt, pinned, other);
  }

  private static long elapsedMicros(Instant t0, Instant at) {
    // ChronoUnit overflows after 292 years; Duration notices that by an exception, which is slow.
    long seconds = at.getEpochSecond() - t0.getEpochSecond();
    return Math.max(0, seconds * 1_000_000 + Math.floorDiv(at.getNano() - t0.getNano(), 1_000));
  }
}
