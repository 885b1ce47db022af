package dev.membrane.http;

import dev.membrane.server.Access;
import dev.membrane.server.HttpAddress;
import dev.membrane.server.ListenAddress;
import dev.membrane.server.TlsFiles;
import dev.membrane.spi.Config;
import java.util.Arrays;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * How the HTTP transport is set up.
 *
 * @param address where to listen
 * @param access who may call
 * @param tls the certificate; null: no TLS
 * @param hosts names that the server goes by, besides its address and those of loopback, in lower
 *     case
 * @param origins the web pages that may call from a browser
 */
record HttpConfig(
    ListenAddress address,
    Access access,
    @Nullable TlsFiles tls,
    Set<String> hosts,
    Set<String> origins) {

  private static final String HOSTS = "http_hosts";
  private static final String ORIGINS = "http_origins";
  private static final Pattern HOST = Pattern.compile("[a-z0-9._-]+|\\[[0-9a-f:.]+]");
  private static final Pattern ORIGIN = Pattern.compile("[a-z][a-z0-9+.-]*://[^/?#\\s]+");

  /** The keys that it reads, besides those for TLS. */
  static Set<String> keys() {
    return Set.of(HttpAddress.KEY, HOSTS, ORIGINS);
  }

  /** Reads the keys; what is wrong becomes a fault of the configuration. */
  static HttpConfig from(Config config, Access access) {
    ListenAddress address = HttpAddress.from(config);
    access.listensOn(HttpAddress.KEY, address);
    return new HttpConfig(address, access, TlsFiles.from(config), hosts(config), origins(config));
  }

  /** Reads those of the keys that no other transport has. */
  static void check(Config config) {
    ListenAddress unused = HttpAddress.from(config);
    Set<String> unusedHosts = hosts(config);
    Set<String> unusedOrigins = origins(config);
  }

  private static Set<String> hosts(Config config) {
    return config.value(HOSTS, Set.of(), text -> list(text, HOST, "must be host names"));
  }

  private static Set<String> origins(Config config) {
    return config.value(
        ORIGINS, Set.of(), text -> list(text, ORIGIN, "must be like https://page.example"));
  }

  private static Set<String> list(String text, Pattern form, String otherwise) {
    return Arrays.stream(text.split(",", -1))
        .map(one -> one.strip().toLowerCase(Locale.ROOT))
        .peek(one -> require(form.matcher(one).matches(), otherwise))
        .collect(Collectors.toUnmodifiableSet());
  }

  private static void require(boolean isSo, String otherwise) {
    if (!isSo) {
      throw new IllegalArgumentException(otherwise + ", with commas between them");
    }
  }

  /** Whether who connects has to show a certificate. */
  boolean needsClientCertificates() {
    return tls != null && tls.clientCa() != null;
  }

  /** What the operator should know, with the port that was really bound. */
  String summary(int port) {
    return access.startLine("http", address.bound(port), tls);
  }
}
