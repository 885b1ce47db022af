package dev.membrane.spi;

import java.util.Set;

/**
 * The common part of the providers of all kinds of plugins. The engine knows no key of a plugin by
 * name. A declared key is known if the plugin is on the class path, chosen or not. Every unknown
 * key in a configuration is a fault.
 */
public interface PluginProvider {

  /** The word that names the plugin in the configuration. */
  String name();

  /**
   * All keys outside of {@code plugins.<name>.} that the plugin reads. By default none: third-party
   * plugins have all their keys below that prefix.
   */
  default Set<String> keys() {
    return Set.of();
  }

  /**
   * Reads the settings whose bad value is a fault even if the plugin is not chosen, of {@link
   * #keys} and below {@code plugins.<name>.}. By default there are none. Whoever reads one of the
   * latter reads all of them: any other key there is then unknown, and a fault. A setting that only
   * the plugin in use must have is no fault here where it is missing.
   */
  default void check(Config config) {}
}
