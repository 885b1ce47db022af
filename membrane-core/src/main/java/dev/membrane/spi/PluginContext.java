package dev.membrane.spi;

import static java.util.Objects.requireNonNull;

import dev.membrane.spi.keys.KeyEncryptionKey;
import java.util.function.Supplier;
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
 * @param key opens the key-encryption key that the configuration chooses, for stores; null if there
 *     is none, and for plugins of other kinds
 */
public record PluginContext(
    Config config,
    Observer observer,
    Tracer tracer,
    @Nullable Extractor extractor,
    @Nullable Supplier<KeyEncryptionKey> key) {

  /** Refuses null where nothing is said of it. */
  public PluginContext {
    requireNonNull(config, "config");
    requireNonNull(observer, "observer");
    requireNonNull(tracer, "tracer");
  }

  /** Without an extractor and a key. */
  public PluginContext(Config config, Observer observer, Tracer tracer) {
    this(config, observer, tracer, null, null);
  }

  /** The same with an extractor. */
  public PluginContext withExtractor(@Nullable Extractor other) {
    return new PluginContext(config, observer, tracer, other, key);
  }

  /** The same with a key. */
  public PluginContext withKey(@Nullable Supplier<KeyEncryptionKey> other) {
    return new PluginContext(config, observer, tracer, extractor, other);
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
