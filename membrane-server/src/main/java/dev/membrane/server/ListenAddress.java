package dev.membrane.server;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.util.Arrays;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The address to listen on. The host name is resolved only once, so that the address that was found
 * to be loopback is the one that the server binds.
 *
 * @param host the host as it was written; empty: every interface
 * @param socket the address to bind; port 0 stands for any free port
 * @param isLoopback whether only this machine can reach it
 */
public record ListenAddress(String host, InetSocketAddress socket, boolean isLoopback) {

  private static final Pattern FORM =
      Pattern.compile("(?<host>|[^:\\[\\]]+|\\[[0-9a-fA-F:.]+(?:%\\w+)?\\]):(?<port>\\d{1,5})");
  private static final int MAX_PORT = 65_535;
  private static final Pattern IN_NUMBERS = Pattern.compile("[0-9.]+|\\[.*");
  private static final String UNKNOWN_HOST = "unknown host ";

  /**
   * Reads {@code host:port}, {@code :port} or {@code [ipv6]:port}.
   *
   * @throws IllegalArgumentException if the text has another form, or the host is unknown, which
   *     {@link #isUnknownHost} tells
   */
  public static ListenAddress parse(String text) {
    Matcher matcher = FORM.matcher(text.trim());
    if (!matcher.matches()) {
      throw new IllegalArgumentException("must be host:port, :port or [ipv6]:port");
    }
    int port = Integer.parseInt(matcher.group("port"));
    if (port > MAX_PORT) {
      throw new IllegalArgumentException("the port must be from 0 to " + MAX_PORT);
    }
    String host = matcher.group("host");
    return host.isEmpty()
        ? new ListenAddress("", new InetSocketAddress(port), false)
        : resolved(host, port);
  }

  private static ListenAddress resolved(String host, int port) {
    try {
      InetAddress[] addresses = InetAddress.getAllByName(host);
      boolean isLoopback = Arrays.stream(addresses).allMatch(InetAddress::isLoopbackAddress);
      return new ListenAddress(host, new InetSocketAddress(addresses[0], port), isLoopback);
    } catch (UnknownHostException unknown) {
      String what = IN_NUMBERS.matcher(host).matches() ? "is no address: " : UNKNOWN_HOST;
      throw new IllegalArgumentException(what + host, unknown);
    }
  }

  /**
   * Whether a fault of the configuration is that the name of a host is not known. That may pass, as
   * the resolver may not answer yet.
   */
  public static boolean isUnknownHost(String fault) {
    return fault.contains(": " + UNKNOWN_HOST);
  }

  /** Whether only one of both can be listened on. Port 0 is never that of another. */
  public boolean overlaps(ListenAddress other) {
    boolean isSamePort = socket.getPort() != 0 && socket.getPort() == other.socket.getPort();
    return isSamePort
        && (isEveryInterface()
            || other.isEveryInterface()
            || socket.getAddress().equals(other.socket.getAddress()));
  }

  private boolean isEveryInterface() {
    return socket.getAddress().isAnyLocalAddress();
  }

  /** The address as a client on this machine reaches it. */
  public String asTarget() {
    return (host.isEmpty() ? "localhost" : host) + ":" + socket.getPort();
  }

  /** The address as it was written, with the port that was really bound. */
  public String withPort(int port) {
    return (host.isEmpty() ? "*" : host) + ":" + port;
  }

  /** The same, with the port that was really bound. */
  public ListenAddress bound(int port) {
    return new ListenAddress(host, new InetSocketAddress(socket.getAddress(), port), isLoopback);
  }

  @Override
  public String toString() {
    return withPort(socket.getPort());
  }
}
