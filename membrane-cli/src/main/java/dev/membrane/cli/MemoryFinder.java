package dev.membrane.cli;

import dev.membrane.server.CommandContext;
import dev.membrane.server.HttpAddress;
import dev.membrane.server.HttpCaller;
import dev.membrane.server.ListenAddress;
import dev.membrane.server.LocalMemory;
import dev.membrane.server.Server;
import dev.membrane.server.StartException;
import dev.membrane.server.TlsFiles;
import dev.membrane.spi.Config;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Finds what a command asks: the server of its configuration if it runs, otherwise the store. */
final class MemoryFinder {

  private MemoryFinder() {}

  /**
   * Opens it.
   *
   * @param mayBegin whether a store is made where there is none
   * @throws StartException with one line per fault
   */
  static Memory find(CommandContext context, boolean mayBegin) {
    Config config = context.config();
    return context.isStoreNamed()
        ? opened(config, mayBegin)
        : server(config, context.variable(MemoryCommand.KEY))
            .orElseGet(() -> opened(config, mayBegin));
  }

  private static Memory opened(Config config, boolean mayBegin) {
    return new StoreMemory(mayBegin ? LocalMemory.open(config) : LocalMemory.openExisting(config));
  }

  private static Optional<Memory> server(Config config, Optional<String> key) {
    ListenAddress address = HttpAddress.from(config);
    TlsFiles tls = TlsFiles.from(config);
    boolean isServed =
        config.plugin("http").flag("enabled", true) && address.socket().getPort() != 0;
    Server.check(config);
    return isServed && ServerMemory.isThere(address)
        ? Optional.of(at(address, tls, key))
        : Optional.empty();
  }

  private static Memory at(ListenAddress address, @Nullable TlsFiles tls, Optional<String> key) {
    if (tls != null && tls.clientCa() != null) {
      throw new StartException(
          "the server on " + address + " demands a client certificate, which commands do not have");
    }
    return new ServerMemory(new HttpCaller(address, tls, key));
  }
}
