package dev.membrane.schema;

import org.jspecify.annotations.Nullable;

/**
 * How the salience of a record falls with time, and how much a reinforcement adds.
 *
 * @param curve the shape of the fall
 * @param halfLifeSeconds seconds after which salience has halved, at least 1
 * @param minSalience the value below which salience does not decay, 0 to 1; none: 0
 * @param maxAgeSeconds the age in seconds from which the record may be pruned, at least 1; none:
 *     never for its age
 * @param reinforcementGain what one reinforcement adds, 0 to 1; none: the configured default
 */
public record DecayProfile(
    DecayCurve curve,
    long halfLifeSeconds,
    @Nullable Double minSalience,
    @Nullable Long maxAgeSeconds,
    @Nullable Double reinforcementGain) {

  private static final double MICROS_PER_SECOND = 1e6;
  private static final double LN_2 = StrictMath.log(2);

  public DecayProfile {
    curve = Components.present("curve", curve);
  }

  double salienceAfter(double initial, long elapsedMicros) {
    return Math.min(initial, Math.max(floor(), unfloored(initial, elapsedMicros)));
  }

  double log2SalienceAfter(double initial, long elapsedMicros) {
    double first = log2(initial);
    double decayed =
        curve == DecayCurve.EXPONENTIAL
            ? first - halfLives(elapsedMicros)
            : log2(unfloored(initial, elapsedMicros));
    return Math.min(first, Math.max(log2(floor()), decayed));
  }

  /** Minus infinity for 0. */
  static double log2(double value) {
    return StrictMath.log(value) / LN_2;
  }

  // StrictMath, so that every machine that reads one database computes the same bits.
  private double unfloored(double initial, long elapsedMicros) {
    return switch (curve) {
      case EXPONENTIAL -> initial * StrictMath.pow(2, -halfLives(elapsedMicros));
      case LINEAR -> initial * Math.max(0, 1 - halfLives(elapsedMicros) / 2);
      case CUSTOM -> throw unsupported("lifecycle.decay.curve");
    };
  }

  /** About how long it takes until a share of the initial salience is left, without a floor. */
  long microsUntil(double share) {
    double halfLives =
        switch (curve) {
          case EXPONENTIAL -> -log2(share);
          case LINEAR -> 2 * (1 - share);
          case CUSTOM -> throw unsupported("lifecycle.decay.curve");
        };
    return (long) Math.max(0, halfLives * MICROS_PER_SECOND * halfLifeSeconds);
  }

  static ValidationException unsupported(String field) {
    return new ValidationException(field, "custom needs a plugin that provides the curve");
  }

  private double halfLives(long elapsedMicros) {
    return elapsedMicros / (MICROS_PER_SECOND * halfLifeSeconds);
  }

  private double floor() {
    return minSalience == null ? 0 : minSalience;
  }
}
