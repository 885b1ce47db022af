package dev.membrane.server.local;

import dev.membrane.Caller;
import dev.membrane.Membrane;
import dev.membrane.server.Admission;
import dev.membrane.server.internal.plugin.PluginEmbedder;
import dev.membrane.server.internal.plugin.Plugins;
import dev.membrane.server.internal.start.ServerConfig;
import dev.membrane.spi.Config;
import dev.membrane.spi.store.MemoryStore;
import java.nio.file.Path;
import java.util.Optional;

/**
 * The memory of a configuration, opened directly by a command of the operator. There is no server
 * and no background work, and no key is asked for: whoever may open the store may use it.
 * Thread-safe.
 */
public final class LocalMemory implements AutoCloseable {

  private final Membrane membrane;
  private final Optional<PluginEmbedder> embedder;

  private LocalMemory(Membrane membrane, Optional<PluginEmbedder> embedder) {
    this.membrane = membrane;
    this.embedder = embedder;
  }

  /**
   * Opens a store that is there.
   *
   * @throws dev.membrane.server.StartException as {@link #open}, and if there is none
   */
  public static LocalMemory openExisting(Config config) {
    ServerConfig serverConfig = ServerConfig.of(config);
    serverConfig.requireFile();
    return open(serverConfig);
  }

  /**
   * Opens the store, which is made where there is none.
   *
   * @throws dev.membrane.server.StartException if the configuration has faults, or the store cannot
   *     be opened, as where a server has it open
   */
  public static LocalMemory open(Config config) {
    return open(ServerConfig.of(config));
  }

  private static LocalMemory open(ServerConfig serverConfig) {
    Optional<PluginEmbedder> embedder = serverConfig.embedder();
    MemoryStore store = serverConfig.openStore();
    return new LocalMemory(
        serverConfig.builder().openStore(() -> store).backgroundJobs(false).build(), embedder);
  }

  /**
   * The file of the database that a configuration names, without opening it; empty if its store is
   * not kept in one.
   *
   * @throws dev.membrane.server.StartException if a plugin cannot be asked
   */
  public static Optional<Path> databaseFile(Config config) {
    return Plugins.databaseFile(config);
  }

  /** The operator's own calls. */
  public Admission admission() {
    return new Admission(membrane, Caller.ANONYMOUS);
  }

  @Override
  public void close() {
    try {
      membrane.close();
    } finally {
      embedder.ifPresent(PluginEmbedder::close);
    }
  }
}
