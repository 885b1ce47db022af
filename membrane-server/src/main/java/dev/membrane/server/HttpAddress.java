package dev.membrane.server;

import dev.membrane.spi.Config;

/** Where HTTP is served, for the transport and for the commands that ask it. */
public final class HttpAddress {

  /** The key of the configuration. */
  public static final String KEY = "http_addr";

  /** The variable of the environment that stands for the key. */
  public static final String VARIABLE = "MEMBRANE_HTTP_ADDR";

  private static final String DEFAULT = "127.0.0.1:9821";

  private HttpAddress() {}

  /** Reads the address; what is wrong becomes a fault of the configuration. */
  public static ListenAddress from(Config config) {
    return config.value(KEY, ListenAddress.parse(DEFAULT), ListenAddress::parse);
  }
}
