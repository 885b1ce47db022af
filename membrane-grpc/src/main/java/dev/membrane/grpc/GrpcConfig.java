package dev.membrane.grpc;

import dev.membrane.server.ListenAddress;
import dev.membrane.spi.Config;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * How the gRPC door is set up.
 *
 * @param address where to listen
 * @param keys what callers have to know; empty: everybody may call
 * @param callsPerSecond what each caller may make; 0: any number
 * @param tls the certificate; null: no TLS
 * @param warnings what the operator is told when the door opens
 */
record GrpcConfig(
    ListenAddress address,
    Keyring keys,
    double callsPerSecond,
    @Nullable TlsFiles tls,
    List<String> warnings) {

  private static final String LISTEN_ADDR = "listen_addr";
  private static final String API_KEY = "api_key";
  private static final String DEFAULT_ADDRESS = "127.0.0.1:9820";
  private static final int GOOD_KEY_LENGTH = 16;
  private static final double DEFAULT_RATE = 100;
  private static final double MAX_RATE = 1_000_000;

  GrpcConfig {
    warnings = List.copyOf(warnings);
  }

  /** Reads the keys; what is wrong becomes a fault of the configuration. */
  static GrpcConfig from(Config config) {
    ListenAddress address =
        config.value(LISTEN_ADDR, ListenAddress.parse(DEFAULT_ADDRESS), ListenAddress::parse);
    boolean isOpenAllowed = config.flag("allow_insecure_remote", false);
    Keyring keys = keys(config);
    if (!isKeyMeant(config) && !address.isLoopback() && !isOpenAllowed) {
      config.fault(
          LISTEN_ADDR,
          "is reachable from other machines: set api_key or principals, or allow_insecure_remote:"
              + " true to let everybody in");
    }
    return new GrpcConfig(
        address, keys, rate(config, address, keys), TlsFiles.from(config), warnings(config));
  }

  private static Keyring keys(Config config) {
    ApiKey apiKey = apiKey(config);
    return new Keyring(apiKey, Principals.from(config, apiKey));
  }

  private static @Nullable ApiKey apiKey(Config config) {
    String text = config.text(API_KEY);
    if (config.isEmpty(API_KEY)) {
      config.fault(API_KEY, "must not be empty; leave it out to serve without a key");
    }
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

  /** Whether a key was configured, be it a faulty one, which is a fault of its own. */
  private static boolean isKeyMeant(Config config) {
    return config.has(API_KEY) || config.isEmpty(API_KEY) || config.has(Principals.PRINCIPALS);
  }

  private static List<String> warnings(Config config) {
    String key = config.text(API_KEY);
    boolean isShort = key != null && key.length() < GOOD_KEY_LENGTH;
    return isShort
        ? List.of(API_KEY + ": has fewer than " + GOOD_KEY_LENGTH + " characters, easy to guess")
        : List.of();
  }

  /** A process beside the server that asks for no key is its operator's own. */
  private static double rate(Config config, ListenAddress address, Keyring keys) {
    boolean isPrivate = address.isLoopback() && keys.isEmpty();
    return config.number("rate_limit_per_second", isPrivate ? 0 : DEFAULT_RATE, 0, MAX_RATE);
  }

  /** What the operator should know, with the port that was really bound. */
  String summary(int port) {
    return "grpc on " + address.withPort(port) + ", auth: " + auth() + ", tls: " + encryption();
  }

  private String auth() {
    if (!keys.isEmpty()) {
      return keys.summary();
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
