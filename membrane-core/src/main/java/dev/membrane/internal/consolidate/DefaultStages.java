package dev.membrane.internal.consolidate;

import dev.membrane.schema.Sensitivity;
import dev.membrane.spi.Extractor;
import dev.membrane.spi.Stage;
import java.util.ArrayList;
import java.util.List;

/** The stages that a memory has unless others are chosen, in their order. */
public final class DefaultStages {

  private DefaultStages() {}

  /** Those that need no extractor. */
  public static List<Stage<?>> withoutExtractor() {
    return List.of(
        new SemanticStage(),
        new CompetenceStage(),
        new PlanGraphStage(),
        new GeneralizationStage());
  }

  /**
   * Stages and that of an extractor. Its facts come right after those that need none, so that what
   * both find is one fact.
   *
   * @param others the stages that need no extractor, in their order
   * @param maxSensitivity the highest sensitivity of episodes that the extractor is shown
   */
  public static List<Stage<?>> with(
      List<Stage<?>> others, Extractor extractor, Sensitivity maxSensitivity) {
    List<Stage<?>> stages = new ArrayList<>(others);
    List<String> names = others.stream().<String>map(Stage::name).toList();
    stages.add(
        names.indexOf(SemanticStage.NAME) + 1, new ExtractionStage(extractor, maxSensitivity));
    return List.copyOf(stages);
  }
}
