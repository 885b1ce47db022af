package dev.membrane.server.internal.access;

import dev.membrane.Memory;
import dev.membrane.server.Access;
import dev.membrane.server.ListenAddress;
import dev.membrane.server.TlsFiles;
import dev.membrane.spi.Config;
import java.time.InstantSource;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.LongSupplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reads {@code api_key}, {@code principals}, {@code rate_limit_per_second} and {@code
 * allow_insecure_remote}, and makes the gate of them. Not thread-safe.
 */
public final class ConfiguredAccess implements Access {

  private static final Logger LOG = LoggerFactory.getLogger(ConfiguredAccess.class);

  private static final String API_KEY = "api_key";
  private static final String RATE = "rate_limit_per_second";
  private static final int GOOD_KEY_LENGTH = 16;
  private static final double DEFAULT_RATE = 100;
  private static final double MAX_RATE = 1_000_000;

  private final Config config;
  private final AcceptedKeys keys;
  private final boolean isOpenAllowed;
  private final Map<String, ListenAddress> listening = new LinkedHashMap<>();
  private boolean isPrivate;

  private ConfiguredAccess(Config config) {
    this.config = config;
    ApiKey apiKey = apiKey(config);
    this.keys = new AcceptedKeys(apiKey, Principals.from(config, apiKey));
    this.isOpenAllowed = config.flag("allow_insecure_remote", false);
    this.isPrivate = keys.isEmpty();
    // Known and checked where no transport listens, too.
    double unused = callsPerSecond();
  }

  /** Reads the keys; what is wrong becomes a fault of the configuration. */
  public static ConfiguredAccess from(Config config) {
    return new ConfiguredAccess(config);
  }

  @Override
  public void listensOn(String key, ListenAddress address) {
    requireFree(key, address);
    listening.put(key, address);
    if (address.isLoopback()) {
      return;
    }
    isPrivate = false;
    if (!isKeyMeant() && !isOpenAllowed) {
      config.fault(
          key,
          "is reachable from other machines: set api_key or principals, or allow_insecure_remote:"
              + " true to let everybody in");
    }
  }

  /** An address on which a transport listens is a fault of the key. */
  public void requireFree(String key, ListenAddress address) {
    listening.forEach(
        (other, taken) -> {
          if (!other.equals(key) && address.overlaps(taken)) {
            config.fault(key, "must not be the address of " + other);
          }
        });
  }

  @Override
  public String startLine(String transport, ListenAddress bound, @Nullable TlsFiles tls) {
    return "%s on %s, auth: %s, tls: %s"
        .formatted(transport, bound, keysAskedFor(bound), encryption(tls));
  }

  private static String encryption(@Nullable TlsFiles tls) {
    if (tls == null) {
      return "off";
    }
    return tls.clientCa() == null ? "on" : "on (client certificates required)";
  }

  private String keysAskedFor(ListenAddress address) {
    if (!keys.isEmpty()) {
      return keys.summary();
    }
    return address.isLoopback() ? "none (loopback only)" : "none (open to everybody)";
  }

  /** The one way to a memory, for all transports, once all of them were created. */
  public KeyedGate gate(Memory memory) {
    return gate(memory, InstantSource.system(), System::nanoTime);
  }

  /**
   * As {@link #gate(Memory)}, for tests in which time passes as they say.
   *
   * @param clock tells when a minute of failed attempts is over
   * @param nanoTime by which the calls of a second are counted
   */
  public KeyedGate gate(Memory memory, InstantSource clock, LongSupplier nanoTime) {
    warnings().forEach(LOG::warn);
    double perSecond = callsPerSecond();
    return new KeyedGate(
        memory,
        new ReloadableKeys(keys),
        new FailureLimit(clock),
        new SlowedRefusals(nanoTime),
        perSecond > 0 ? new CallRate(perSecond, nanoTime) : null,
        nanoTime);
  }

  /** The keys that are accepted. */
  public AcceptedKeys keys() {
    return keys;
  }

  /** Calls that each caller may make; 0: any number. */
  double callsPerSecond() {
    // A process next to the server that asks for no key is its operator's own.
    return config.number(RATE, isPrivate ? 0 : DEFAULT_RATE, 0, MAX_RATE);
  }

  /** What the operator is told when the first transport opens. */
  List<String> warnings() {
    String key = config.text(API_KEY);
    boolean isShort = key != null && key.length() < GOOD_KEY_LENGTH;
    return isShort
        ? List.of(API_KEY + ": has fewer than " + GOOD_KEY_LENGTH + " characters, easy to guess")
        : List.of();
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
  private boolean isKeyMeant() {
    return Stream.of(API_KEY, Principals.PRINCIPALS)
        .anyMatch(key -> config.has(key) || config.isEmpty(key));
  }
}
