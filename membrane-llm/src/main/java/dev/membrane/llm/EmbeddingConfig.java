package dev.membrane.llm;

import dev.membrane.schema.Sensitivity;
import dev.membrane.spi.Config;
import java.time.Duration;
import java.util.Set;

/**
 * How a remote embedder is asked.
 *
 * @param endpoint where
 * @param dimensions the length of the vectors, at least 1
 * @param maxSensitivity the highest sensitivity of records whose texts are sent
 */
record EmbeddingConfig(EndpointConfig endpoint, int dimensions, Sensitivity maxSensitivity) {

  private static final Duration TIMEOUT = Duration.ofSeconds(30);
  private static final String PREFIX = "embedding_";
  private static final String METHOD = "embeddings";
  private static final String DIMENSIONS = "embedding_dimensions";
  private static final String MAX_SENSITIVITY = "embedding_max_sensitivity";

  /** The key that says where. */
  static final String ENDPOINT = EndpointConfig.endpoint(PREFIX);

  /** All keys that are read. */
  static final Set<String> KEYS = EndpointConfig.keys(PREFIX, DIMENSIONS, MAX_SENSITIVITY);

  static EmbeddingConfig from(Config config) {
    if (!config.has(DIMENSIONS)) {
      config.fault(DIMENSIONS, "is missing: the length of the model's vectors, such as 1536");
    }
    return new EmbeddingConfig(
        EndpointConfig.from(config, PREFIX, METHOD, TIMEOUT),
        dimensions(config),
        maxSensitivity(config));
  }

  /** Reads what is set, which may be less than a plugin in use needs. */
  static void check(Config config) {
    EndpointConfig.check(config, PREFIX, METHOD, TIMEOUT);
    int unused = dimensions(config);
    Sensitivity unusedToo = maxSensitivity(config);
  }

  private static int dimensions(Config config) {
    return (int) config.integer(DIMENSIONS, 1, 1, 8_192);
  }

  private static Sensitivity maxSensitivity(Config config) {
    return config.value(
        MAX_SENSITIVITY, Sensitivity.LOW, text -> Sensitivity.of(MAX_SENSITIVITY, text));
  }
}
