package dev.membrane.internal.jobs;

import dev.membrane.spi.Config;
import java.time.Duration;

/**
 * How often background work runs.
 *
 * @param decayInterval between two sweeps of what has run out
 * @param consolidationInterval between two runs of the consolidation
 */
public record JobsConfig(Duration decayInterval, Duration consolidationInterval) {

  /** What holds where nothing is configured. */
  public static final JobsConfig DEFAULTS =
      new JobsConfig(Duration.ofHours(1), Duration.ofHours(6));

  /** Reads {@code decay_interval} and {@code consolidation_interval}. */
  public static JobsConfig from(Config config) {
    return new JobsConfig(
        config.duration("decay_interval", DEFAULTS.decayInterval),
        config.duration("consolidation_interval", DEFAULTS.consolidationInterval));
  }
}
