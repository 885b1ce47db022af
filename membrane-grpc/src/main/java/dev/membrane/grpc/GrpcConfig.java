package dev.membrane.grpc;

import dev.membrane.server.Access;
import dev.membrane.server.ListenAddress;
import dev.membrane.server.TlsFiles;
import dev.membrane.spi.Config;
import org.jspecify.annotations.Nullable;

/**
 * How the gRPC transport is set up.
 *
 * @param address where to listen
 * @param access who may call
 * @param tls the certificate; null: no TLS
 */
record GrpcConfig(ListenAddress address, Access access, @Nullable TlsFiles tls) {

  private static final String LISTEN_ADDR = "listen_addr";
  private static final String DEFAULT_ADDRESS = "127.0.0.1:9820";

  /** Reads the keys; what is wrong becomes a fault of the configuration. */
  static GrpcConfig from(Config config, Access access) {
    ListenAddress address = address(config);
    access.listensOn(LISTEN_ADDR, address);
    return new GrpcConfig(address, access, TlsFiles.from(config));
  }

  /** Where to listen. */
  static ListenAddress address(Config config) {
    return config.value(LISTEN_ADDR, ListenAddress.parse(DEFAULT_ADDRESS), ListenAddress::parse);
  }

  /** What the operator should know, with the port that was really bound. */
  String summary(int port) {
    return access.startLine("grpc", address.bound(port), tls);
  }
}
