package dev.membrane.spi;

/**
 * What a plugin is given when it is created.
 *
 * @param config the configuration; bundled plugins read the keys of their own, others use {@code
 *     config.plugin(name)}
 * @param observer is told what the plugin does that only it can tell
 */
public record PluginContext(Config config, Observer observer) {

  /** Where nobody observes. */
  public PluginContext(Config config) {
    this(config, Observer.NONE);
  }
}
