package dev.membrane.llm;

import dev.membrane.spi.Config;
import dev.membrane.spi.Embedder;
import dev.membrane.spi.EmbedderProvider;
import dev.membrane.spi.PluginContext;
import java.util.Optional;
import java.util.Set;

/**
 * Makes the embedder that {@code embedding_endpoint} chooses; the keys begin with {@code
 * embedding_}.
 */
public final class OpenAiEmbedderProvider implements EmbedderProvider {

  /** For {@link java.util.ServiceLoader}. */
  public OpenAiEmbedderProvider() {}

  @Override
  public String name() {
    return "openai";
  }

  @Override
  public Set<String> keys() {
    return EmbeddingConfig.KEYS;
  }

  @Override
  public Optional<String> choosingKey() {
    return Optional.of(EmbeddingConfig.ENDPOINT);
  }

  @Override
  public void check(Config config) {
    EmbeddingConfig.check(config);
  }

  @Override
  public Embedder create(PluginContext context) {
    return new OpenAiEmbedder(
        EmbeddingConfig.from(context.config()), CallContext.real(context.observer()));
  }
}
