package dev.membrane.spi;

import java.util.Set;

/**
 * What the providers of every kind of plugin say of it. The engine knows no key of a plugin by
 * name: what is declared here is known wherever the plugin is there, chosen or not, and anything
 * else in a configuration is a fault.
 */
public interface PluginProvider {

  /** The word that names the plugin in the configuration. */
  String name();

  /**
   * All keys outside of {@code plugins.<name>.} that the plugin reads. None, by default: plugins of
   * other vendors have all their keys below that prefix.
   */
  default Set<String> keys() {
    return Set.of();
  }

  /**
   * Reads those of {@link #keys} whose bad value is a fault also where the plugin is not chosen. By
   * default there are none.
   */
  default void check(Config config) {}
}
