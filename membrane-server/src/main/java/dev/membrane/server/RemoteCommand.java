package dev.membrane.server;

import dev.membrane.spi.PluginContext;
import java.util.function.Supplier;

/**
 * A command that asks a running server for something. Found by {@link java.util.ServiceLoader}; its
 * transport knows how the server is reached.
 */
public interface RemoteCommand {

  /** The word on the command line. */
  String name();

  /** What it does, in one sentence for the operator. */
  String description();

  /**
   * Reads the settings by which the server is reached, and answers with what asks it. Nothing is
   * asked before all faults of the configuration were reported.
   *
   * @return what asks, and answers with the lines to print; throws {@link StartException} with one
   *     line if the server does not answer or refuses
   */
  Supplier<String> create(PluginContext context);
}
