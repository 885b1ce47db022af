package dev.membrane.server.local;

import dev.membrane.server.ListenAddress;
import dev.membrane.server.ServerTrust;
import dev.membrane.server.StartException;
import dev.membrane.server.command.HttpCaller;
import dev.membrane.server.internal.start.ServerConfig;
import dev.membrane.spi.Config;
import java.io.IOException;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The server of this machine: of a configuration, and of a database, if it runs. */
public final class LocalServer {

  private LocalServer() {}

  /**
   * Checks a configuration and starts nothing.
   *
   * @throws StartException with one line per fault
   */
  public static void check(Config config) {
    ServerConfig unused = ServerConfig.of(config);
  }

  /**
   * Finds it.
   *
   * @param tls what to trust; null: no TLS
   * @param clientKey that is shown, unless the server takes the one next to the database
   * @throws StartException if the files next to the database cannot be read
   */
  public static Optional<HttpCaller> find(
      DatabaseFiles files, @Nullable ServerTrust tls, Optional<String> clientKey) {
    try {
      Optional<ServerFile> found = ServerFile.read(files.server());
      return found.isPresent()
          ? Optional.of(at(found.get(), files, tls, clientKey))
          : Optional.empty();
    } catch (IOException unusable) {
      throw files.unusable(unusable);
    }
  }

  private static HttpCaller at(
      ServerFile server, DatabaseFiles files, @Nullable ServerTrust tls, Optional<String> clientKey)
      throws IOException {
    Optional<String> key =
        server.takesLocalKey() ? Optional.of(LocalKey.of(files.key())) : clientKey;
    return new HttpCaller(ListenAddress.parse(server.address()), tls, key);
  }
}
