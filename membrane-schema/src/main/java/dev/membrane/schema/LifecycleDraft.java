package dev.membrane.schema;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * The lifecycle of a record as a caller hands it in; the engine fills in null components. The
 * components are those of {@link Lifecycle} and its {@link DecayProfile}.
 *
 * @param curve the shape of the decay
 * @param halfLifeSeconds seconds after which salience has halved
 * @param minSalience the value below which salience does not decay
 * @param maxAgeSeconds the age in seconds from which the record may be pruned
 * @param reinforcementGain what one reinforcement adds
 * @param lastReinforcedAt when salience was last reinforced; at most a century ahead
 * @param pinned whether the record keeps its salience and is never pruned
 * @param deletionPolicy what may delete the record
 */
public record LifecycleDraft(
    @Nullable DecayCurve curve,
    @Nullable Long halfLifeSeconds,
    @Nullable Double minSalience,
    @Nullable Long maxAgeSeconds,
    @Nullable Double reinforcementGain,
    @Nullable Instant lastReinforcedAt,
    @Nullable Boolean pinned,
    @Nullable DeletionPolicy deletionPolicy) {

  public LifecycleDraft {
    lastReinforcedAt = Components.optional(lastReinforcedAt);
  }

  /** A draft that asks for exactly this lifecycle. */
  public static LifecycleDraft of(Lifecycle lifecycle) {
    DecayProfile decay = lifecycle.decay();
    return new LifecycleDraft(
        decay.curve(),
        decay.halfLifeSeconds(),
        decay.minSalience(),
        decay.maxAgeSeconds(),
        decay.reinforcementGain(),
        lifecycle.lastReinforcedAt(),
        lifecycle.pinned(),
        lifecycle.deletionPolicy());
  }

  /** A builder that asks for nothing yet. */
  public static Builder builder() {
    return new Builder();
  }

  /** Collects the components of a draft. Not thread-safe. */
  public static final class Builder {
    private @Nullable DecayCurve curve;
    private @Nullable Long halfLifeSeconds;
    private @Nullable Double minSalience;
    private @Nullable Long maxAgeSeconds;
    private @Nullable Double reinforcementGain;
    private @Nullable Instant lastReinforcedAt;
    private @Nullable Boolean pinned;
    private @Nullable DeletionPolicy deletionPolicy;

    private Builder() {}

    /** The shape of the decay. */
    public Builder curve(@Nullable DecayCurve value) {
      this.curve = value;
      return this;
    }

    /** Seconds after which salience has halved. */
    public Builder halfLifeSeconds(@Nullable Long value) {
      this.halfLifeSeconds = value;
      return this;
    }

    /** The value below which salience does not decay. */
    public Builder minSalience(@Nullable Double value) {
      this.minSalience = value;
      return this;
    }

    /** The age in seconds from which the record may be pruned. */
    public Builder maxAgeSeconds(@Nullable Long value) {
      this.maxAgeSeconds = value;
      return this;
    }

    /** What one reinforcement adds. */
    public Builder reinforcementGain(@Nullable Double value) {
      this.reinforcementGain = value;
      return this;
    }

    /** When salience was last reinforced. */
    public Builder lastReinforcedAt(@Nullable Instant value) {
      this.lastReinforcedAt = value;
      return this;
    }

    /** Whether the record keeps its salience and is never pruned. */
    public Builder pinned(@Nullable Boolean value) {
      this.pinned = value;
      return this;
    }

    /** What may delete the record. */
    public Builder deletionPolicy(@Nullable DeletionPolicy value) {
      this.deletionPolicy = value;
      return this;
    }

    /** The draft. */
    public LifecycleDraft build() {
      return new LifecycleDraft(
          curve,
          halfLifeSeconds,
          minSalience,
          maxAgeSeconds,
          reinforcementGain,
          lastReinforcedAt,
          pinned,
          deletionPolicy);
    }
  }
}
