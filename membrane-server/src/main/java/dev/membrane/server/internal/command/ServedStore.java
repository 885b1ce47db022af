package dev.membrane.server.internal.command;

import dev.membrane.server.StartException;
import dev.membrane.server.internal.start.ServerConfig;
import dev.membrane.server.local.DatabaseFiles;
import dev.membrane.server.local.ServerFile;
import dev.membrane.spi.Config;
import dev.membrane.spi.store.MemoryStore;
import java.io.IOException;
import java.util.Optional;

/** A store that a command must have alone, and the server that may have it. */
final class ServedStore {

  /** What to do where the server has no such call. */
  static final String STOP_IT = "stop it, and start it again afterwards";

  private ServedStore() {}

  /**
   * Opens the store.
   *
   * @param advice what to do if a server has it
   * @throws StartException if it cannot be opened
   */
  static MemoryStore open(ServerConfig serverConfig, Config config, String advice) {
    try {
      return serverConfig.openStore();
    } catch (StartException refused) {
      throw explained(refused, config, advice);
    }
  }

  /** Why a store could not be opened, with the server that has it open. */
  static StartException explained(StartException refused, Config config, String advice) {
    Optional<String> address = refused.isConfiguration() ? Optional.empty() : server(config);
    return address.isEmpty()
        ? refused
        : new StartException(
            refused.getMessage() + "; it is the server on " + address.get() + ": " + advice,
            refused);
  }

  private static Optional<String> server(Config config) {
    Optional<DatabaseFiles> files = DatabaseFiles.of(config);
    try {
      return files.isPresent()
          ? ServerFile.read(files.get().server()).map(ServerFile::address)
          : Optional.empty();
    } catch (IOException untold) {
      return Optional.empty();
    }
  }
}
