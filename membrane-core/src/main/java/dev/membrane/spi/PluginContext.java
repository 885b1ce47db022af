package dev.membrane.spi;

import org.jspecify.annotations.Nullable;

/**
 * What a plugin is given when it is created.
 *
 * @param config the configuration; bundled plugins read the keys of their own, others use {@code
 *     config.plugin(name)}
 * @param observer is told what the plugin does that only it can tell
 * @param extractor the extractor that the configuration chooses, for stages; null if there is none,
 *     and for plugins of other kinds
 */
public record PluginContext(Config config, Observer observer, @Nullable Extractor extractor) {

  /** Without an extractor. */
  public PluginContext(Config config, Observer observer) {
    this(config, observer, null);
  }

  /** Where nobody observes. */
  public PluginContext(Config config) {
    this(config, Observer.NONE);
  }
}
