package dev.membrane.server;

import dev.membrane.spi.PluginContext;
import dev.membrane.spi.PluginProvider;
import java.util.List;

/**
 * Makes endpoints of the HTTP server of one kind. Found by {@link java.util.ServiceLoader}. It is
 * on wherever the server has HTTP, unless {@code plugins.<name>.enabled} turns it off.
 */
public interface HttpEndpointProvider extends PluginProvider {

  /** Reads the plugin's settings and makes its endpoints, which open nothing. */
  List<HttpEndpoint> create(PluginContext context);
}
