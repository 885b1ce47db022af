package dev.membrane.llm;

import static org.assertj.core.api.Assertions.assertThat;

import dev.membrane.schema.JsonString;
import dev.membrane.schema.JsonValue;
import dev.membrane.schema.Sensitivity;
import dev.membrane.spi.Config;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

final class ConfigTest {

  private static Config of(String... keysAndValues) {
    Map<String, JsonValue> values = new TreeMap<>();
    for (int i = 0; i < keysAndValues.length; i += 2) {
      values.put(keysAndValues[i], new JsonString(keysAndValues[i + 1]));
    }
    return new Config(values);
  }

  @Test
  void an_endpoint_and_a_model_are_enough() {
    Config config = of("llm_endpoint", "https://api.example.com/v1", "llm_model", "small");
    ChatConfig chat = ChatConfig.from(config);
    assertThat(config.faults()).isEmpty();
    assertThat(chat.endpoint().url()).hasToString("https://api.example.com/v1/chat/completions");
    assertThat(chat.endpoint().apiKey()).isNull();
    assertThat(chat.temperature()).isNull();
  }

  @Test
  void what_may_be_set_without_an_endpoint_is_checked_without_one() {
    Config config =
        of(
            "llm_timeout", "soon",
            "llm_concurrency", "0",
            "llm_requests_per_minute", "many",
            "llm_episodes_per_request", "51",
            "llm_temperature", "9",
            "embedding_dimensions", "-3",
            "embedding_max_sensitivity", "secret",
            "embedding_timeout", "11m",
            "embedding_concurrency", "65",
            "embedding_requests_per_minute", "-1");

    new OpenAiExtractorProvider().check(config);
    new OpenAiEmbedderProvider().check(config);

    assertThat(config.faults())
        .extracting(fault -> fault.substring(0, fault.indexOf(':')))
        .containsExactly(
            "embedding_concurrency",
            "embedding_dimensions",
            "embedding_max_sensitivity",
            "embedding_requests_per_minute",
            "embedding_timeout",
            "llm_concurrency",
            "llm_episodes_per_request",
            "llm_requests_per_minute",
            "llm_temperature",
            "llm_timeout");
    assertThat(config.faults())
        .contains("embedding_max_sensitivity: must be one of: public, low, medium, high, hyper");
  }

  @Test
  void what_is_set_for_a_plugin_that_is_not_chosen_is_understood_or_a_fault() {
    Config config =
        of(
            "llm_endpoint", "ftp://example.com",
            "llm_api_key", "sk-with a space",
            "embedding_endpoint", "https://ann@example.com",
            "embedding_api_key", "schlüssel");

    new OpenAiExtractorProvider().check(config);
    new OpenAiEmbedderProvider().check(config);

    assertThat(config.faults())
        .containsExactly(
            "embedding_api_key: must be visible ASCII characters only",
            "embedding_endpoint: must have no user, password or fragment",
            "llm_api_key: must be visible ASCII characters only",
            "llm_endpoint: must be an http or https URL");
  }

  @Test
  void what_is_not_set_for_a_plugin_that_is_not_chosen_is_not_missed() {
    Config config = of("llm_endpoint", "https://api.example.com/v1", "embedding_dimensions", "8");

    new OpenAiExtractorProvider().check(config);
    new OpenAiEmbedderProvider().check(config);

    assertThat(config.faults()).isEmpty();
  }

  @Test
  void an_address_that_is_complete_stays_as_it_is() {
    for (String url :
        new String[] {
          "https://api.example.com/v1/chat/completions",
          "https://x.example.com/deployments/a/chat/completions?api-version=2026-01-01"
        }) {
      ChatConfig chat = ChatConfig.from(of("llm_endpoint", url, "llm_model", "small"));
      assertThat(chat.endpoint().url()).hasToString(url);
    }
    assertThat(
            EndpointConfig.from(
                    of("llm_endpoint", "http://x/openai/?v=1", "llm_model", "m"),
                    "llm_",
                    "chat/completions",
                    java.time.Duration.ofSeconds(1))
                .url())
        .hasToString("http://x/openai/chat/completions?v=1");
  }

  @Test
  void every_fault_is_one_line_that_names_the_key_and_no_key_value() {
    Config config =
        of(
            "llm_endpoint", "ftp://example.com",
            "llm_api_key", "sk-with a space",
            "llm_temperature", "3",
            "llm_timeout", "1h",
            "llm_concurrency", "0",
            "llm_requests_per_minute", "-1",
            "llm_episodes_per_request", "many");
    ChatConfig.from(config);
    assertThat(config.faults())
        .containsExactly(
            "llm_api_key: must be visible ASCII characters only",
            "llm_concurrency: must be from 1 to 64",
            "llm_endpoint: must be an http or https URL",
            "llm_episodes_per_request: must be a number",
            "llm_model: is missing, and llm_endpoint and llm_model go together",
            "llm_requests_per_minute: must be from 0 to 100000",
            "llm_temperature: must be from 0.0 to 2.0",
            "llm_timeout: must be at most 10m");
  }

  @Test
  void a_remote_embedder_needs_its_dimensions_and_sends_low_texts_only() {
    Config config = of("embedding_endpoint", "http://localhost:1/v1", "embedding_model", "m");
    EmbeddingConfig embedding = EmbeddingConfig.from(config);
    assertThat(config.faults())
        .containsExactly(
            "embedding_dimensions: is missing: the length of the model's vectors, such as 1536");
    assertThat(embedding.maxSensitivity()).isEqualTo(Sensitivity.LOW);
    assertThat(embedding.endpoint().url()).hasToString("http://localhost:1/v1/embeddings");
  }

  @Test
  void what_names_an_endpoint_names_no_key() {
    ChatConfig chat =
        ChatConfig.from(
            of("llm_endpoint", "https://h/v1?key=sk-1", "llm_model", "m", "llm_api_key", "sk-2"));
    assertThat(chat.toString()).contains("https://h/v1").doesNotContain("sk-1", "sk-2");
  }
}
