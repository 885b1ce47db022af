package dev.membrane.http;

import dev.membrane.protocol.CallCode;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;
import org.eclipse.jetty.server.Request;
import org.jspecify.annotations.Nullable;

/**
 * The host names under which the server may be called. This prevents DNS rebinding: a foreign web
 * page whose name was made to resolve to this machine calls under that name, and would otherwise
 * reach what only this machine may reach. Immutable.
 */
final class AllowedHosts {

  private static final Pattern LOOPBACK = Pattern.compile("localhost|127(\\.\\d{1,3}){3}|\\[::1]");

  private final Set<String> names;
  private final String own;

  /**
   * The names of a server.
   *
   * @param own the host that it was told to listen on
   * @param names others, in lower case
   */
  AllowedHosts(String own, Set<String> names) {
    this.own = own.toLowerCase(Locale.ROOT);
    this.names = names;
  }

  /**
   * Lets a request pass, or not.
   *
   * @throws HttpRefusal if it is for another host
   */
  void check(Request request) {
    String host = request.getHttpURI().getHost();
    SocketAddress local = request.getConnectionMetaData().getLocalSocketAddress();
    if (host == null || !isAllowed(host.toLowerCase(Locale.ROOT), local)) {
      throw new HttpRefusal(
          Statuses.WRONG_HOST,
          CallCode.PERMISSION_DENIED,
          "this server does not go by that name; http_hosts adds names");
    }
  }

  private boolean isAllowed(String host, @Nullable SocketAddress local) {
    return LOOPBACK.matcher(host).matches()
        || host.equals(own)
        || names.contains(host)
        || isAddress(host, local);
  }

  /** The address itself is nobody's name. */
  private static boolean isAddress(String host, @Nullable SocketAddress local) {
    if (!(local instanceof InetSocketAddress inet) || inet.getAddress() == null) {
      return false;
    }
    String address = inet.getAddress().getHostAddress();
    return host.equals(address) || host.equals("[" + address + "]");
  }
}
