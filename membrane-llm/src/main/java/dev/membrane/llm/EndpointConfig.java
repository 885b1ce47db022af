package dev.membrane.llm;

import dev.membrane.spi.Config;
import java.net.URI;
import java.net.URISyntaxException;
import java.time.Duration;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Where a model is asked, and how much.
 *
 * @param url where requests go
 * @param model the model's name there
 * @param apiKey sent as a bearer token; null: none
 * @param timeout for one request with its answer
 * @param concurrency the most requests under way at once, at least 1
 * @param requestsPerMinute the most requests begun in a minute; 0: any number
 */
record EndpointConfig(
    URI url,
    String model,
    @Nullable String apiKey,
    Duration timeout,
    int concurrency,
    int requestsPerMinute) {

  private static final Duration MAX_TIMEOUT = Duration.ofMinutes(10);
  private static final URI NOWHERE = URI.create("http://localhost/");

  /** The key that says where, by its prefix. */
  static String endpoint(String prefix) {
    return prefix + "endpoint";
  }

  /** The keys that are read here, by their prefix, and some others. */
  static Set<String> keys(String prefix, String... others) {
    Stream<String> own =
        Stream.of("endpoint", "model", "api_key", "timeout", "concurrency", "requests_per_minute");
    return Stream.concat(own.map(name -> prefix + name), Stream.of(others))
        .collect(Collectors.toUnmodifiableSet());
  }

  /**
   * Reads the keys that begin with a prefix. What is missing or wrong becomes a fault.
   *
   * @param prefix such as {@code llm_}
   * @param method what an endpoint that ends before it is completed with, such as {@code
   *     embeddings}
   */
  static EndpointConfig from(Config config, String prefix, String method, Duration timeout) {
    return new EndpointConfig(
        url(config, prefix, method),
        required(config, prefix + "model", prefix),
        key(config, prefix + "api_key"),
        timeout(config, prefix + "timeout", timeout),
        concurrency(config, prefix),
        requestsPerMinute(config, prefix));
  }

  /** Reads what is set, which may be less than a plugin in use needs. */
  static void check(Config config, String prefix, String method, Duration timeout) {
    URI unusedUrl = urlIfSet(config, prefix, method);
    String unusedKey = key(config, prefix + "api_key");
    Duration unusedTimeout = timeout(config, prefix + "timeout", timeout);
    int unusedConcurrency = concurrency(config, prefix);
    int unusedRate = requestsPerMinute(config, prefix);
  }

  private static int concurrency(Config config, String prefix) {
    return (int) config.integer(prefix + "concurrency", 4, 1, 64);
  }

  private static int requestsPerMinute(Config config, String prefix) {
    return (int) config.integer(prefix + "requests_per_minute", 0, 0, 100_000);
  }

  private static URI url(Config config, String prefix, String method) {
    return required(config, endpoint(prefix), prefix).isEmpty()
        ? NOWHERE
        : urlIfSet(config, prefix, method);
  }

  private static URI urlIfSet(Config config, String prefix, String method) {
    return config.value(endpoint(prefix), NOWHERE, text -> url(text, method));
  }

  private static String required(Config config, String key, String prefix) {
    String value = config.text(key, "");
    if (value.isEmpty()) {
      config.fault(
          key, "is missing, and " + prefix + "endpoint and " + prefix + "model go together");
    }
    return value;
  }

  private static URI url(String text, String method) {
    try {
      URI url = new URI(text.strip());
      String scheme = String.valueOf(url.getScheme()).toLowerCase(Locale.ROOT);
      if (!(scheme.equals("http") || scheme.equals("https")) || url.getHost() == null) {
        throw new IllegalArgumentException("must be an http or https URL");
      }
      if (url.getUserInfo() != null || url.getFragment() != null) {
        throw new IllegalArgumentException("must have no user, password or fragment");
      }
      return completed(url, method);
    } catch (URISyntaxException bad) {
      throw new IllegalArgumentException("must be an http or https URL", bad);
    }
  }

  /** Many providers state the part of the address that is common to all their methods. */
  private static URI completed(URI url, String method) throws URISyntaxException {
    String path = String.valueOf(url.getPath()).replaceAll("/+$", "");
    if (path.endsWith("/" + method)) {
      return url;
    }
    String query = url.getRawQuery() == null ? "" : "?" + url.getRawQuery();
    return new URI(url.getScheme() + "://" + url.getRawAuthority() + path + "/" + method + query);
  }

  private static @Nullable String key(Config config, String name) {
    String key = config.text(name);
    if (key != null && !key.chars().allMatch(letter -> letter > ' ' && letter < 0x7F)) {
      config.fault(name, "must be visible ASCII characters only");
      return null;
    }
    return key;
  }

  private static Duration timeout(Config config, String key, Duration otherwise) {
    Duration timeout = config.duration(key, otherwise);
    if (timeout.compareTo(MAX_TIMEOUT) > 0) {
      config.fault(key, "must be at most 10m");
    }
    return timeout;
  }

  /** The endpoint in words, without what may be secret in it. */
  String place() {
    return url.getScheme() + "://" + url.getRawAuthority() + url.getRawPath();
  }

  @Override
  public String toString() {
    return model + " at " + place();
  }
}
