package dev.membrane;

import dev.membrane.change.PolicyDefaults;
import dev.membrane.change.Retention;
import dev.membrane.jobs.JobsConfig;
import dev.membrane.retrieve.RetrievalConfig;
import dev.membrane.spi.Config;

/** The settings of the engine's parts. */
record EngineConfig(
    PolicyDefaults policy, RetrievalConfig retrieval, Retention retention, JobsConfig jobs) {

  static final EngineConfig DEFAULTS =
      new EngineConfig(
          PolicyDefaults.DEFAULTS,
          RetrievalConfig.DEFAULTS,
          Retention.DEFAULTS,
          JobsConfig.DEFAULTS);

  static EngineConfig from(Config config) {
    return new EngineConfig(
        PolicyDefaults.from(config),
        RetrievalConfig.from(config),
        Retention.from(config),
        JobsConfig.from(config));
  }
}
