package dev.membrane.cli;

import dev.membrane.server.HttpAddress;
import dev.membrane.server.ListenAddress;
import dev.membrane.server.ServerTrust;
import dev.membrane.server.StartException;
import dev.membrane.server.command.CommandContext;
import dev.membrane.server.command.HttpCaller;
import dev.membrane.server.local.DatabaseFiles;
import dev.membrane.server.local.LocalMemory;
import dev.membrane.server.local.LocalServer;
import dev.membrane.spi.Config;
import java.net.InetAddress;
import java.net.NetworkInterface;
import java.net.SocketException;
import java.util.Optional;

/**
 * Finds the memory that a command uses: the server that a variable names, that of the database, or
 * that of the configuration, and if there is none, the store.
 */
final class MemoryFinder {

  private static final String ADDR = "--addr";

  private MemoryFinder() {}

  /**
   * Opens it.
   *
   * @param mayBegin whether a store is made where there is none
   * @throws StartException with one line per fault
   */
  static CallableMemory find(CommandContext context, boolean mayBegin) {
    if (context.options().contains(ADDR)) {
      throw StartException.commandLine(
          ADDR
              + " is where a server listens for gRPC; "
              + HttpAddress.VARIABLE
              + " names the server that a command asks, and --db a database");
    }
    Config config = context.config();
    Optional<ListenAddress> remote =
        context.isStoreNamed() ? Optional.empty() : configured(config).filter(MemoryFinder::isFar);
    if (remote.isPresent()) {
      return remote(remote.get(), config, context);
    }
    Optional<HttpCaller> server = server(config, context);
    if (server.isPresent()) {
      return new ServerMemory(server.get());
    }
    return new StoreMemory(mayBegin ? LocalMemory.open(config) : existing(config, context));
  }

  /** A server on another machine; no store of this one stands for it. */
  private static CallableMemory remote(
      ListenAddress address, Config config, CommandContext context) {
    if (!ServerMemory.isThere(address)) {
      throw new StartException(
          "no server answers on " + address + "; start membraned there, or correct http_addr");
    }
    Optional<String> key = context.variable(HttpCaller.KEY_VARIABLE);
    return new ServerMemory(new HttpCaller(address, ServerTrust.from(config), key));
  }

  private static boolean isFar(ListenAddress address) {
    InetAddress there = address.socket().getAddress();
    try {
      return !there.isAnyLocalAddress()
          && !there.isLoopbackAddress()
          && NetworkInterface.getByInetAddress(there) == null;
    } catch (SocketException unknown) {
      return false;
    }
  }

  private static LocalMemory existing(Config config, CommandContext context) {
    try {
      return LocalMemory.openExisting(config);
    } catch (StartException none) {
      if (context.isStoreNamed() || none.isConfiguration()) {
        throw none;
      }
      String nobody =
          configured(config).map(at -> "no server answers on " + at + ", and ").orElse("");
      throw new StartException(
          nobody + none.getMessage() + "; start membraned, or name the database with --db", none);
    }
  }

  /**
   * The one that has the database says where it is; another is where it is configured to be. The
   * address in the environment is meant for this command, more so than a database in this folder.
   */
  private static Optional<HttpCaller> server(Config config, CommandContext context) {
    Optional<DatabaseFiles> files = DatabaseFiles.of(config);
    Optional<ListenAddress> address =
        context.isStoreNamed() ? Optional.empty() : configured(config);
    ServerTrust tls = ServerTrust.from(config);
    if (!config.faults().isEmpty()) {
      // It throws, with all other faults. Who only asks a server needs nothing else of a start.
      LocalServer.check(config);
    }
    Optional<String> key = context.variable(HttpCaller.KEY_VARIABLE);
    Optional<HttpCaller> ofDatabase = files.flatMap(beside -> LocalServer.find(beside, tls, key));
    Optional<ListenAddress> named =
        address.filter(any -> context.variable(HttpAddress.VARIABLE).isPresent());
    Optional<HttpCaller> found =
        ofDatabase
            .filter(server -> named.isEmpty() || isAt(server, named.get()))
            .or(
                () ->
                    address
                        .filter(ServerMemory::isThere)
                        .map(there -> new HttpCaller(there, tls, key)));
    if (found.isEmpty() && ofDatabase.isPresent()) {
      throw nobodyAt(named.orElseThrow(), ofDatabase.get());
    }
    if (found.isPresent() && tls != null && tls.wantsClientCertificate()) {
      throw new StartException(
          "the server on "
              + found.get().target()
              + " demands a client certificate, which commands do not have");
    }
    return found;
  }

  private static boolean isAt(HttpCaller server, ListenAddress named) {
    ListenAddress there = ListenAddress.parse(server.target());
    InetAddress one = there.socket().getAddress();
    InetAddress other = named.socket().getAddress();
    boolean isOneHost =
        one.equals(other)
            || one.isAnyLocalAddress()
            || other.isAnyLocalAddress()
            || (there.isLoopback() && named.isLoopback());
    return isOneHost && there.socket().getPort() == named.socket().getPort();
  }

  private static StartException nobodyAt(ListenAddress named, HttpCaller ofDatabase) {
    return new StartException(
        "no server answers on "
            + named
            + "; that of the database is on "
            + ofDatabase.target()
            + ": correct "
            + HttpAddress.VARIABLE
            + ", or name the database with --db");
  }

  private static Optional<ListenAddress> configured(Config config) {
    ListenAddress address = HttpAddress.from(config);
    boolean isServed =
        config.plugin("http").flag("enabled", true) && address.socket().getPort() != 0;
    return isServed ? Optional.of(address) : Optional.empty();
  }
}
