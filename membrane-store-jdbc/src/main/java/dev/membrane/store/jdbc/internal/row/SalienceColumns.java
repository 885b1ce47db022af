package dev.membrane.store.jdbc.internal.row;

import dev.membrane.schema.DecayCurve;
import dev.membrane.schema.DecayProfile;
import dev.membrane.schema.DeletionPolicy;
import dev.membrane.schema.Lifecycle;
import dev.membrane.schema.Timestamps;
import dev.membrane.spi.store.StoredRecord.Anchor;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * The columns from which a record's salience at any instant is computed, and those that order the
 * record.
 *
 * <p>With the anchor (s0, t0) an unfloored exponential record has the binary logarithm {@code
 * log2(s0) - (at - t0) / half_life}, so that {@code log2(s0) + t0 / half_life} orders all records
 * of one half-life at every instant. A floor only raises a record above that order, up to {@code
 * rest}.
 *
 * @param curve the decay curve
 * @param halfLife in seconds
 * @param minSalience the floor, if there is one
 * @param pinned whether it does not decay at all
 * @param s0 the anchor's salience
 * @param t0 the anchor's instant in microseconds
 * @param log2S0 the binary logarithm of s0, minus infinity for 0
 */
public record SalienceColumns(
    DecayCurve curve,
    long halfLife,
    @Nullable Double minSalience,
    boolean pinned,
    double s0,
    long t0,
    double log2S0) {

  private static final double MICROS_PER_SECOND = 1e6;

  /** The columns of a record. */
  public static SalienceColumns of(Lifecycle lifecycle, Anchor anchor) {
    DecayProfile decay = lifecycle.decay();
    return new SalienceColumns(
        decay.curve(),
        decay.halfLifeSeconds(),
        decay.minSalience(),
        lifecycle.pinned(),
        anchor.salience(),
        Timestamps.toEpochMicros(anchor.at()),
        log2(anchor.salience()));
  }

  /**
   * Reads the columns {@code curve, half_life, min_salience, pinned, s0, t0, log2_s0} of a row.
   *
   * @param first the number of the first of them
   * @throws dev.membrane.schema.ValidationException if the curve is none
   */
  public static SalienceColumns read(ResultSet row, int first) throws SQLException {
    DecayCurve curve = DecayCurve.of("curve", row.getString(first));
    return read(row, first, curve, row.getBoolean(first + 3));
  }

  /** Reads a row whose salience cannot be computed: that of its anchor, for ever. */
  public static SalienceColumns readStill(ResultSet row, int first) throws SQLException {
    return read(row, first, DecayCurve.EXPONENTIAL, true);
  }

  private static SalienceColumns read(ResultSet row, int first, DecayCurve curve, boolean isPinned)
      throws SQLException {
    return new SalienceColumns(
        curve,
        row.getLong(first + 1),
        Nullables.real(row, first + 2),
        isPinned,
        row.getDouble(first + 4),
        row.getLong(first + 5),
        row.getDouble(first + 6));
  }

  /** The order for ever among records of this curve and half-life; null if there is none. */
  public @Nullable Double rankKey(boolean hasLane) {
    return moves() && isSteady(hasLane) ? (Double) (log2S0 + halfLives(t0, halfLife)) : null;
  }

  /** An upper bound for ever where there is no rank key; null for a record that does not move. */
  public @Nullable Double drift(boolean hasLane) {
    return moves() && !isSteady(hasLane) ? (Double) log2S0 : null;
  }

  /** The logarithm of the value below which the salience never falls; null: none. */
  public @Nullable Double rest() {
    if (!moves()) {
      return log2S0;
    }
    return minSalience == null || minSalience == 0
        ? null
        : (Double) Math.min(log2S0, log2(minSalience));
  }

  /** The binary logarithm of the salience at an instant, minus infinity for 0. */
  public double log2At(Instant at) {
    return lifecycle().log2SalienceAt(s0, Timestamps.ofEpochMicros(t0), at);
  }

  /** The salience at an instant. */
  public double at(Instant at) {
    return lifecycle().salienceAt(s0, Timestamps.ofEpochMicros(t0), at);
  }

  /** How many half-lives, each in seconds, so many microseconds are. */
  public static double halfLives(long micros, long halfLife) {
    return micros / (MICROS_PER_SECOND * halfLife);
  }

  /** The same bits as {@link Lifecycle#log2SalienceAt} of a record that does not decay. */
  public static double log2(double salience) {
    Lifecycle still = lifecycle(DecayCurve.EXPONENTIAL, 1, null, true);
    return still.log2SalienceAt(salience, Instant.EPOCH, Instant.EPOCH);
  }

  private boolean isSteady(boolean hasLane) {
    return hasLane && curve == DecayCurve.EXPONENTIAL;
  }

  private boolean moves() {
    return !pinned && s0 > 0;
  }

  private Lifecycle lifecycle() {
    return lifecycle(curve, halfLife, minSalience, pinned);
  }

  /** Neither when it was reinforced nor what may delete it matters to the value. */
  public static Lifecycle lifecycle(
      DecayCurve curve, long halfLife, @Nullable Double minSalience, boolean pinned) {
    return new Lifecycle(
        new DecayProfile(curve, halfLife, minSalience, null, null),
        Instant.EPOCH,
        pinned,
        DeletionPolicy.NEVER);
  }
}
