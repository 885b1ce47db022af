package dev.membrane.server;

import dev.membrane.spi.PluginProvider;
import java.util.function.Function;

/** Makes transports of one kind. Found by {@link java.util.ServiceLoader}. */
public interface TransportProvider extends PluginProvider {

  /** The word that names the plugin. */
  @Override
  String name();

  /**
   * Reads the plugin's settings and returns a function that makes the transport. Nothing is made
   * before all faults of the configuration were reported. The transport reaches memory only through
   * the {@link Gate}. If it listens, it says where with {@link Access#listensOn}.
   */
  Function<Gate, Transport> create(TransportContext context);

  /**
   * Loads classes that {@link Transport#start()} and the first calls will need, as far as this
   * depends on nothing else. It is called on a thread of its own while everything else starts.
   * Whatever it throws is ignored.
   */
  default void warmUp() {}
}
