package dev.membrane.server;

/** A transport whose start, if it fails, is told with the plugin that made it. */
record PluginTransport(Plugin<?> plugin, Transport transport) implements Transport {

  @Override
  public String start() {
    return plugin.use("in start() of its transport", transport::start);
  }

  @Override
  public void close() {
    transport.close();
  }
}
