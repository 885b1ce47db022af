package dev.membrane.server;

import dev.membrane.spi.Config;
import java.util.List;
import java.util.stream.Stream;

/**
 * Keys that ask for something that the rest of the configuration does not have. Setting one is a
 * fault rather than silence: an operator who asks for it must not believe that it is there. A
 * ceiling on what is not there is none.
 */
final class AbsentCapabilities {

  private static final String USELESS = "has no effect without ";

  private static final List<String> LLM = List.of("llm_model", "llm_api_key", "llm_temperature");

  private static final List<String> EMBEDDING =
      List.of("embedding_model", "embedding_dimensions", "embedding_api_key");

  /** Known, like the others, also where no plugin is there that reads them. */
  private static final List<String> LLM_CEILINGS =
      List.of(
          "llm_max_sensitivity",
          "llm_timeout",
          "llm_concurrency",
          "llm_requests_per_minute",
          "llm_episodes_per_request");

  private static final List<String> EMBEDDING_CEILINGS =
      List.of(
          "embedding_max_sensitivity",
          "embedding_timeout",
          "embedding_concurrency",
          "embedding_requests_per_minute");

  private AbsentCapabilities() {}

  /** Notes a fault for each such key that asks for something. */
  static void check(Config config) {
    boolean isPostgresChosen = config.text("backend", "sqlite").equals("postgres");
    faultIf(
        config.has("postgres_dsn") && !isPostgresChosen,
        config,
        "postgres_dsn",
        "is for backend postgres only");
    Stream.of(LLM, EMBEDDING, LLM_CEILINGS, EMBEDDING_CEILINGS)
        .flatMap(List::stream)
        .forEach(config::has);
    if (!Plugins.extractor(config).equals(Plugins.REMOTE)) {
      unused(config, "llm_endpoint", LLM);
    }
    if (!Plugins.embedder(config).equals(Plugins.REMOTE)) {
      unused(config, "embedding_endpoint", EMBEDDING);
    }
  }

  /** Whether a setting of a remote embedder has a value, be there one or not. */
  static boolean asksForEmbedding(Config config) {
    return EMBEDDING_CEILINGS.stream().anyMatch(config::has);
  }

  private static void unused(Config config, String endpoint, List<String> keys) {
    // Another plugin, or none, was chosen by name.
    String owner = config.has(endpoint) ? "the plugin " + Plugins.REMOTE : endpoint;
    for (String key : keys) {
      faultIf(config.has(key), config, key, USELESS + owner);
    }
  }

  private static void faultIf(boolean holds, Config config, String key, String need) {
    if (holds) {
      config.fault(key, need);
    }
  }
}
