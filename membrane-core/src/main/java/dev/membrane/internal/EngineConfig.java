package dev.membrane.internal;

import dev.membrane.internal.change.PolicyDefaults;
import dev.membrane.internal.change.Retention;
import dev.membrane.internal.history.HistoryConfig;
import dev.membrane.internal.jobs.JobsConfig;
import dev.membrane.internal.retrieve.RetrievalConfig;
import dev.membrane.spi.Config;

/** The settings of the engine's parts. */
public record EngineConfig(
    PolicyDefaults policy,
    RetrievalConfig retrieval,
    Retention retention,
    HistoryConfig history,
    JobsConfig jobs) {

  public static final EngineConfig DEFAULTS =
      new EngineConfig(
          PolicyDefaults.DEFAULTS,
          RetrievalConfig.DEFAULTS,
          Retention.DEFAULTS,
          HistoryConfig.DEFAULTS,
          JobsConfig.DEFAULTS);

  public static EngineConfig from(Config config) {
    return new EngineConfig(
        PolicyDefaults.from(config),
        RetrievalConfig.from(config),
        Retention.from(config),
        HistoryConfig.from(config),
        JobsConfig.from(config));
  }
}
