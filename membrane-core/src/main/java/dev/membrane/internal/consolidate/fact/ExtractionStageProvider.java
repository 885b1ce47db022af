package dev.membrane.internal.consolidate.fact;

import dev.membrane.schema.Sensitivity;
import dev.membrane.spi.Config;
import dev.membrane.spi.Extractor;
import dev.membrane.spi.PluginContext;
import dev.membrane.spi.Stage;
import dev.membrane.spi.StageProvider;
import java.util.List;
import java.util.Set;

/** Makes the stage {@code llm-extraction}, over the extractor that the configuration chooses. */
public final class ExtractionStageProvider implements StageProvider {

  private static final String MAX_SENSITIVITY = "llm_max_sensitivity";

  private static final Extractor NONE = episodes -> List.of();

  /** For {@link java.util.ServiceLoader}. */
  public ExtractionStageProvider() {}

  @Override
  public String name() {
    return ExtractionStage.NAME;
  }

  @Override
  public Set<String> keys() {
    return Set.of(MAX_SENSITIVITY);
  }

  @Override
  public void check(Config config) {
    Sensitivity unused = maxSensitivity(config);
  }

  @Override
  public Stage<?> create(PluginContext context) {
    Config config = context.config();
    Extractor extractor = context.extractor();
    if (extractor == null) {
      config.fault("consolidation_stages", name() + " needs an extractor");
    }
    return new ExtractionStage(extractor == null ? NONE : extractor, maxSensitivity(config));
  }

  /** The highest sensitivity of episodes that an extractor is shown; low unless set. */
  public static Sensitivity maxSensitivity(Config config) {
    return config.value(
        MAX_SENSITIVITY, Sensitivity.LOW, text -> Sensitivity.of(MAX_SENSITIVITY, text));
  }
}
