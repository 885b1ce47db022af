package dev.membrane.internal;

import dev.membrane.ConsolidationResult;
import dev.membrane.internal.consolidate.Compression;
import dev.membrane.internal.consolidate.fact.ExtractionStage;
import dev.membrane.internal.consolidate.fact.SemanticStage;
import dev.membrane.internal.consolidate.procedure.CompetenceStage;
import dev.membrane.internal.consolidate.procedure.GeneralizationStage;
import dev.membrane.internal.consolidate.procedure.PlanGraphStage;
import dev.membrane.schema.Sensitivity;
import dev.membrane.spi.Extractor;
import dev.membrane.spi.Stage;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The stages that a memory has unless others are chosen, in their order. */
public final class DefaultStages {

  /** The stage of an extractor. */
  public static final String EXTRACTION = ExtractionStage.NAME;

  /** What comes with the engine, by its name in the configuration and in queues. */
  private static final Map<String, Class<?>> BUNDLED =
      Map.of(
          Compression.NAME, Compression.class,
          SemanticStage.NAME, SemanticStage.class,
          ExtractionStage.NAME, ExtractionStage.class,
          CompetenceStage.NAME, CompetenceStage.class,
          PlanGraphStage.NAME, PlanGraphStage.class,
          GeneralizationStage.NAME, GeneralizationStage.class);

  /** A result with every count that is not that of a stage. */
  private static final ConsolidationResult NO_STAGES =
      new ConsolidationResult(Map.of(), new ConsolidationResult.Again(0, 0));

  private DefaultStages() {}

  /** Whether a stage of this name comes with the engine. */
  public static boolean isBundled(String name) {
    return BUNDLED.containsKey(name);
  }

  /**
   * Whether the name of a stage is that of one that comes with the engine, and the stage is not
   * that. It would read lessons that it has not made.
   */
  public static boolean isNameTaken(String name, Stage<?> stage) {
    Class<?> bundled = BUNDLED.get(name);
    return bundled != null && bundled != stage.getClass();
  }

  /**
   * What has this name, so that no stage in a list can have it: a {@code job}, as runs are noted by
   * it, or a {@code count} of the consolidation; empty if nothing has.
   */
  public static Optional<String> reservedFor(String name) {
    if (name.equals(Compression.NAME) || MaintenanceJobs.NAMES.contains(name)) {
      return Optional.of("job");
    }
    return NO_STAGES.counts().containsKey(name) ? Optional.of("count") : Optional.empty();
  }

  /** Those that need no extractor. */
  public static List<Stage<?>> withoutExtractor() {
    return List.of(
        new SemanticStage(),
        new CompetenceStage(),
        new PlanGraphStage(),
        new GeneralizationStage());
  }

  /**
   * The given stages together with the stage of an extractor. That stage comes right after the one
   * that makes facts without an extractor, so that a fact which both find is stored once.
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

  /** Some stages, and those of the default ones whose names they do not have. */
  static List<Stage<?>> addedTo(List<Stage<?>> chosen) {
    Map<String, Stage<?>> stages = new LinkedHashMap<>();
    chosen.forEach(stage -> stages.put(stage.name(), stage));
    with(withoutExtractor(), episodes -> List.of(), Sensitivity.PUBLIC)
        .forEach(stage -> stages.putIfAbsent(stage.name(), stage));
    return List.copyOf(stages.values());
  }
}
