package dev.membrane;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * What a run has learned. Immutable.
 *
 * @param stages what each stage did, by its name, in the order in which they ran; empty if the run
 *     did not get its turn
 */
public record ConsolidationResult(Map<String, StageResult> stages) {

  /** The result of a run that did not get its turn. */
  public static final ConsolidationResult NOTHING = new ConsolidationResult(Map.of());

  /** Copies the map, in its order. */
  public ConsolidationResult {
    stages = Collections.unmodifiableMap(new LinkedHashMap<>(stages));
  }

  /** What a stage did; {@link StageResult#NOTHING} if no stage of that name ran. */
  public StageResult of(String stage) {
    return stages.getOrDefault(stage, StageResult.NOTHING);
  }

  /** What all stages did together. */
  public StageResult total() {
    return stages.values().stream().reduce(StageResult.NOTHING, StageResult::plus);
  }
}
