package dev.membrane.server.limits;

import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.net.UnknownHostException;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** Where a call comes from, as {@link dev.membrane.server.Gate#admit} counts it. */
public final class CallerAddress {

  /** Half of an IPv6 address is the customer's to vary at will. */
  private static final int IPV6_PREFIX_BYTES = 8;

  private CallerAddress() {}

  /** The remote address without its port; for IPv6 the network it is in. */
  public static String of(@Nullable SocketAddress socket) {
    if (!(socket instanceof InetSocketAddress inet) || inet.getAddress() == null) {
      return String.valueOf(socket);
    }
    InetAddress address = inet.getAddress();
    return address instanceof Inet6Address ? network(address) : address.getHostAddress();
  }

  private static String network(InetAddress address) {
    byte[] bytes = address.getAddress();
    Arrays.fill(bytes, IPV6_PREFIX_BYTES, bytes.length, (byte) 0);
    try {
      return InetAddress.getByAddress(bytes).getHostAddress() + "/64";
    } catch (UnknownHostException impossible) {
      return address.getHostAddress();
    }
  }
}
