package dev.membrane.grpc;

import dev.membrane.server.limits.CallerAddress;
import io.grpc.Grpc;
import io.grpc.ServerCall;

/** Where a call comes from. */
final class Peer {

  private Peer() {}

  /** The remote address; for IPv6 the network it is in. */
  static String of(ServerCall<?, ?> call) {
    return CallerAddress.of(call.getAttributes().get(Grpc.TRANSPORT_ATTR_REMOTE_ADDR));
  }
}
