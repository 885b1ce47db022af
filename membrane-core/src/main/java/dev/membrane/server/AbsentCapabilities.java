package dev.membrane.server;

import dev.membrane.spi.Config;
import java.util.Map;

/**
 * Keys of capabilities that this build does not have. Setting one is a fault rather than silence:
 * an operator who asks for it must not believe that it is there.
 */
final class AbsentCapabilities {

  private static final String EMBEDDER = "needs a remote embedder, and no module with one is there";
  private static final String LLM = "needs an extractor, from membrane-llm";

  private static final Map<String, String> NEEDS =
      Map.ofEntries(
          Map.entry("embedding_endpoint", EMBEDDER),
          Map.entry("embedding_model", EMBEDDER),
          Map.entry("embedding_dimensions", EMBEDDER),
          Map.entry("embedding_api_key", EMBEDDER),
          Map.entry("embedding_max_sensitivity", EMBEDDER),
          Map.entry("llm_endpoint", LLM),
          Map.entry("llm_model", LLM),
          Map.entry("llm_api_key", LLM),
          Map.entry("llm_temperature", LLM));

  private AbsentCapabilities() {}

  /** Notes a fault for each such key that asks for something. */
  static void check(Config config) {
    NEEDS.forEach((key, need) -> faultIf(config.has(key), config, key, need));
    boolean isPostgresChosen = config.text("backend", "sqlite").equals("postgres");
    faultIf(
        config.has("postgres_dsn") && !isPostgresChosen,
        config,
        "postgres_dsn",
        "is for backend postgres only");
    boolean isExtractorChosen = !config.text("extractor", "none").equals("none");
    faultIf(
        config.has("llm_max_sensitivity") && !isExtractorChosen,
        config,
        "llm_max_sensitivity",
        "needs an extractor");
  }

  private static void faultIf(boolean holds, Config config, String key, String need) {
    if (holds) {
      config.fault(key, need);
    }
  }
}
