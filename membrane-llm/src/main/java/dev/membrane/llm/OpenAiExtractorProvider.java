package dev.membrane.llm;

import dev.membrane.spi.Config;
import dev.membrane.spi.Extractor;
import dev.membrane.spi.ExtractorProvider;
import dev.membrane.spi.PluginContext;
import java.util.Optional;
import java.util.Set;

/** Makes the extractor that {@code llm_endpoint} chooses; the keys begin with {@code llm_}. */
public final class OpenAiExtractorProvider implements ExtractorProvider {

  /** For {@link java.util.ServiceLoader}. */
  public OpenAiExtractorProvider() {}

  @Override
  public String name() {
    return "openai";
  }

  @Override
  public Set<String> keys() {
    return ChatConfig.KEYS;
  }

  @Override
  public Optional<String> choosingKey() {
    return Optional.of(ChatConfig.ENDPOINT);
  }

  @Override
  public void check(Config config) {
    ChatConfig.check(config);
  }

  @Override
  public Extractor create(PluginContext context) {
    return new OpenAiExtractor(
        ChatConfig.from(context.config()), CallContext.real(context.observer()));
  }
}
