package dev.membrane.server;

import dev.membrane.Membrane;
import dev.membrane.spi.PluginContext;
import java.util.function.Function;

/** Makes transports of one kind. Found by {@link java.util.ServiceLoader}. */
public interface TransportProvider {

  /** The word that names the plugin. */
  String name();

  /**
   * Reads the plugin's settings and answers with what makes the transport. Nothing is made before
   * all faults of the configuration were reported.
   */
  Function<Membrane, Transport> create(PluginContext context);
}
