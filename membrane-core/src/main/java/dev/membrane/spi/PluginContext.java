package dev.membrane.spi;

import org.jspecify.annotations.Nullable;

/**
 * What a plugin gets when it is created.
 *
 * @param config the configuration; bundled plugins read keys of their own, others use {@code
 *     config.plugin(name)}
 * @param observer gets the plugin's reports of its own work
 * @param tracer follows the calls that the plugin takes part in
 * @param extractor the extractor that the configuration chooses, for stages; null if there is none,
 *     and for plugins of other kinds
 */
public record PluginContext(
    Config config, Observer observer, Tracer tracer, @Nullable Extractor extractor) {

  /** Without an extractor. */
  public PluginContext(Config config, Observer observer, Tracer tracer) {
    this(config, observer, tracer, null);
  }

  /** Without a tracer. */
  public PluginContext(Config config, Observer observer) {
    this(config, observer, Tracer.NONE);
  }

  /** A context without an observer. */
  public PluginContext(Config config) {
    this(config, Observer.NONE);
  }
}
