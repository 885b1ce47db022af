package dev.membrane.server;

import dev.membrane.spi.Config;
import dev.membrane.spi.PluginProvider;
import java.util.List;

/**
 * Brings files of one kind for the HTTP server. Found by {@link java.util.ServiceLoader}. It is on
 * wherever the server has HTTP, unless {@code plugins.<name>.enabled} turns it off.
 */
public interface HttpFileProvider extends PluginProvider {

  /** Reads the plugin's settings and names its files, which it does not open yet. */
  List<HttpFile> create(Config config);
}
