package dev.membrane.llm;

import dev.membrane.spi.Config;
import java.time.Duration;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * How a language model is asked.
 *
 * @param endpoint where
 * @param temperature sent if set; null: the model's own, for some models take no other
 * @param episodesPerRequest the most episodes in one request, at least 1
 */
record ChatConfig(EndpointConfig endpoint, @Nullable Double temperature, int episodesPerRequest) {

  private static final Duration TIMEOUT = Duration.ofSeconds(60);
  private static final String PREFIX = "llm_";
  private static final String METHOD = "chat/completions";
  private static final String TEMPERATURE = "llm_temperature";
  private static final String EPISODES_PER_REQUEST = "llm_episodes_per_request";

  /** The key that says where. */
  static final String ENDPOINT = EndpointConfig.endpoint(PREFIX);

  /** All keys that are read. */
  static final Set<String> KEYS = EndpointConfig.keys(PREFIX, TEMPERATURE, EPISODES_PER_REQUEST);

  static ChatConfig from(Config config) {
    return new ChatConfig(
        EndpointConfig.from(config, PREFIX, METHOD, TIMEOUT),
        temperature(config),
        episodesPerRequest(config));
  }

  /** Reads what is set, which may be less than a plugin in use needs. */
  static void check(Config config) {
    EndpointConfig.check(config, PREFIX, METHOD, TIMEOUT);
    Double unused = temperature(config);
    int unusedToo = episodesPerRequest(config);
  }

  private static @Nullable Double temperature(Config config) {
    return config.has(TEMPERATURE) ? (Double) config.number(TEMPERATURE, 0, 0, 2) : null;
  }

  private static int episodesPerRequest(Config config) {
    return (int) config.integer(EPISODES_PER_REQUEST, 8, 1, 50);
  }
}
