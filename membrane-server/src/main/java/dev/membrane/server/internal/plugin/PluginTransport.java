package dev.membrane.server.internal.plugin;

import dev.membrane.server.Gate;
import dev.membrane.server.Transport;
import dev.membrane.server.TransportContext;
import dev.membrane.server.TransportProvider;
import java.util.function.Function;
import java.util.stream.Collectors;

/** A transport whose start or end, if it fails, is told with the plugin that made it. */
public record PluginTransport(Plugin<?> plugin, Transport transport) implements Transport {

  /** What makes the transport of a plugin. */
  public static Function<Gate, Transport> making(
      Plugin<TransportProvider> plugin, TransportContext context) {
    Function<Gate, Transport> making = plugin.ask("create()", provider -> provider.create(context));
    return gate ->
        new PluginTransport(
            plugin, plugin.use("when its transport was made", () -> making.apply(gate)));
  }

  /** In one line, as it is a part of the one that says that the server is ready. */
  @Override
  public String start() {
    String where = plugin.use("in start() of its transport", transport::start);
    return where.lines().map(String::strip).collect(Collectors.joining(" "));
  }

  @Override
  public void close() {
    plugin.release("in close() of its transport", transport::close);
  }
}
