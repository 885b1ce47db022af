package dev.membrane.llm;

import dev.membrane.spi.Episode;
import dev.membrane.spi.Extractor;
import dev.membrane.spi.Extractor.CandidateFact;
import java.util.ArrayList;
import java.util.List;

/**
 * Asks a language model for the facts in episodes, through the chat completions that OpenAI and
 * many others offer. Failures are permanent if the model answers with nothing that can be used, a
 * refusal if it does so for the key, the model's name or the settings, or asks to be left alone for
 * more than a minute, and temporary otherwise. Safe for use by many threads.
 */
public final class OpenAiExtractor implements Extractor {

  private static final String TASK = "extraction";
  private static final int ATTEMPTS = 4;
  private static final int BAD_ANSWERS = 2;

  /** Many times what facts take. */
  private static final long MAX_BYTES = 512 << 10;

  private final ChatConfig config;
  private final Endpoint endpoint;
  private final RetryLimits patience;

  OpenAiExtractor(ChatConfig config, CallContext surroundings) {
    this.config = config;
    this.endpoint = new Endpoint(TASK, config.endpoint(), surroundings);
    this.patience = new RetryLimits(ATTEMPTS, BAD_ANSWERS, config.endpoint().timeout());
  }

  @Override
  public int episodesAtOnce() {
    return config.episodesPerRequest();
  }

  @Override
  public List<CandidateFact> extract(List<Episode> episodes) {
    List<CandidateFact> facts = new ArrayList<>();
    for (Prompt prompt : Prompt.of(episodes, config)) {
      facts.addAll(
          endpoint.ask(
              prompt.body(),
              MAX_BYTES,
              patience,
              completion -> FactParser.facts(completion, prompt.episodes())));
    }
    return facts;
  }

  @Override
  public List<String> preview(List<Episode> episodes) {
    return Prompt.of(episodes, config).stream().map(Prompt::body).toList();
  }
}
