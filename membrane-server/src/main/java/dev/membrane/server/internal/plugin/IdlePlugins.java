package dev.membrane.server.internal.plugin;

import dev.membrane.spi.Config;
import dev.membrane.spi.PluginProvider;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/** Checks the settings of plugins that are there but were not chosen. Not thread-safe. */
final class IdlePlugins {

  private final Config config;
  private final Set<String> used = new HashSet<>();
  private final Set<String> names = new HashSet<>();

  /**
   * Nothing is checked yet.
   *
   * @param chosen the others, whose keys have an effect
   */
  IdlePlugins(Config config, Collection<Plugin<? extends PluginProvider>> chosen) {
    this.config = config;
    for (Plugin<? extends PluginProvider> plugin : chosen) {
      used.addAll(keys(plugin));
      names.add(plugin.name());
    }
  }

  /** The keys that a plugin declares. */
  static Set<String> keys(Plugin<? extends PluginProvider> plugin) {
    return Set.copyOf(plugin.ask("keys()", PluginProvider::keys));
  }

  /** Has a plugin check its settings; answers with a remark for each key that has no effect. */
  Stream<String> check(Plugin<? extends PluginProvider> plugin) {
    plugin.tell("check()", provider -> provider.check(config));
    Stream<String> declared =
        keys(plugin).stream().filter(key -> config.has(key) && !used.contains(key));
    Stream<String> own = names.contains(plugin.name()) ? Stream.of() : accepted(plugin.name());
    return Stream.concat(declared, own)
        .map(key -> key + " has no effect: the plugin " + plugin.name() + " is not chosen");
  }

  /** The keys below {@code plugins.<name>.}, if the plugin has not read the ones that it knows. */
  private Stream<String> accepted(String name) {
    String prefix = "plugins." + name + ".";
    boolean isRead =
        config.known().stream()
            .anyMatch(key -> key.startsWith(prefix) && !key.equals(prefix + Plugins.ENABLED));
    if (isRead) {
      return Stream.of();
    }
    List<String> own = config.unread().stream().filter(key -> key.startsWith(prefix)).toList();
    config.plugin(name).acceptAll();
    return own.stream();
  }
}
