package dev.membrane.server.local;

import dev.membrane.server.HttpCaller;
import dev.membrane.server.ListenAddress;
import dev.membrane.server.ServerTrust;
import java.io.IOException;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The server that serves a database at the moment, if there is one. */
public final class LocalServer {

  private LocalServer() {}

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
