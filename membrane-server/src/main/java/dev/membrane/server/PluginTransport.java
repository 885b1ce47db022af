package dev.membrane.server;

import java.util.function.Function;

/** A transport whose start or end, if it fails, is told with the plugin that made it. */
record PluginTransport(Plugin<?> plugin, Transport transport) implements Transport {

  /** What makes the transport of a plugin. */
  static Function<Gate, Transport> making(
      Plugin<TransportProvider> plugin, TransportContext context) {
    Function<Gate, Transport> making = plugin.ask("create()", provider -> provider.create(context));
    return gate ->
        new PluginTransport(
            plugin, plugin.use("when its transport was made", () -> making.apply(gate)));
  }

  @Override
  public String start() {
    return plugin.use("in start() of its transport", transport::start);
  }

  @Override
  public void close() {
    plugin.release("in close() of its transport", transport::close);
  }
}
