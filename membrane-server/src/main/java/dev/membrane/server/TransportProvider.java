package dev.membrane.server;

import dev.membrane.spi.PluginProvider;
import java.util.function.Function;

/** Makes transports of one kind. Found by {@link java.util.ServiceLoader}. */
public interface TransportProvider extends PluginProvider {

  /** The word that names the plugin. */
  @Override
  String name();

  /**
   * Reads the plugin's settings and answers with what makes the transport. Nothing is made before
   * all faults of the configuration were reported. The transport reaches memory through the {@link
   * Gate} alone. One that listens says where with {@link Access#listensOn}.
   */
  Function<Gate, Transport> create(TransportContext context);

  /**
   * Loads what {@link Transport#start()} and the first calls will need and what depends on nothing
   * else. Called on a thread of its own while everything else starts; whatever it throws is
   * ignored.
   */
  default void warmUp() {}
}
