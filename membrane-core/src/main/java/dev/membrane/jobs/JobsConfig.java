package dev.membrane.jobs;

import dev.membrane.spi.Config;
import java.time.Duration;

/**
 * How often background work runs.
 *
 * @param decayInterval between two sweeps of what has run out
 */
public record JobsConfig(Duration decayInterval) {

  /** What holds where nothing is configured. */
  public static final JobsConfig DEFAULTS = new JobsConfig(Duration.ofHours(1));

  /** Reads {@code decay_interval}. */
  public static JobsConfig from(Config config) {
    return new JobsConfig(config.duration("decay_interval", DEFAULTS.decayInterval));
  }
}
