package dev.membrane.grpc;

import dev.membrane.spi.Config;
import org.jspecify.annotations.Nullable;

/**
 * How the gRPC door is set up.
 *
 * @param address where to listen
 * @param apiKey what callers have to know; null: everybody may call
 * @param tls the certificate; null: no TLS
 */
record GrpcConfig(ListenAddress address, @Nullable ApiKey apiKey, @Nullable TlsFiles tls) {

  private static final String LISTEN_ADDR = "listen_addr";
  private static final String API_KEY = "api_key";
  private static final String DEFAULT_ADDRESS = "127.0.0.1:9820";

  /** Reads the keys; what is wrong becomes a fault of the configuration. */
  static GrpcConfig from(Config config) {
    ListenAddress address =
        config.value(LISTEN_ADDR, ListenAddress.parse(DEFAULT_ADDRESS), ListenAddress::parse);
    boolean isOpenAllowed = config.flag("allow_insecure_remote", false);
    ApiKey apiKey = apiKey(config);
    if (config.text(API_KEY) == null && !address.isLoopback() && !isOpenAllowed) {
      config.fault(
          LISTEN_ADDR,
          "is reachable from other machines: set api_key, or allow_insecure_remote: true to let"
              + " everybody in");
    }
    return new GrpcConfig(address, apiKey, TlsFiles.from(config));
  }

  private static @Nullable ApiKey apiKey(Config config) {
    String text = config.text(API_KEY);
    if (text == null) {
      return null;
    }
    try {
      return ApiKey.of(text);
    } catch (IllegalArgumentException bad) {
      config.fault(API_KEY, String.valueOf(bad.getMessage()));
      return null;
    }
  }

  /** What the operator should know, with the port that was really bound. */
  String summary(int port) {
    return "grpc on " + address.withPort(port) + ", auth: " + auth() + ", tls: " + encryption();
  }

  private String auth() {
    if (apiKey != null) {
      return "api key";
    }
    return address.isLoopback() ? "none (loopback only)" : "none (open to everybody)";
  }

  private String encryption() {
    if (tls == null) {
      return "off";
    }
    return tls.clientCa() == null ? "on" : "on (client certificates required)";
  }
}
