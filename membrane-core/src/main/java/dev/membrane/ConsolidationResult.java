package dev.membrane;

import dev.membrane.internal.DefaultStages;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What a run has learned. Immutable.
 *
 * @param stages what each stage did, by its name, in the order in which they ran; empty if the run
 *     did not get its turn
 * @param again what was queued before, as {@link Maintenance#consolidateAgain} asks; null: that was
 *     not asked, or the run did not get its turn
 */
public record ConsolidationResult(Map<String, StageResult> stages, @Nullable Again again) {

  /**
   * What was queued for a stage that had not learned from it.
   *
   * @param queued how many episodes were queued; those that were waiting are not counted
   * @param unreadable how many records of episodes were passed over, as they or another part of
   *     their episode cannot be read
   */
  public record Again(int queued, int unreadable) {}

  /** The result of a run that did not get its turn. */
  public static final ConsolidationResult NOTHING = new ConsolidationResult(Map.of());

  /** Copies the map, in its order. */
  public ConsolidationResult {
    stages = Collections.unmodifiableMap(new LinkedHashMap<>(stages));
  }

  /** The result of a run for which nothing was queued again. */
  public ConsolidationResult(Map<String, StageResult> stages) {
    this(stages, null);
  }

  /** What a stage did; {@link StageResult#NOTHING} if no stage of that name ran. */
  public StageResult of(String stage) {
    return stages.getOrDefault(stage, StageResult.NOTHING);
  }

  /**
   * The counts of the run under the names that they have in answers and in the log, in a fixed
   * order. A stage that a plugin added counts the records that it made, under its own name. What
   * was queued again is counted only if that was asked.
   */
  public Map<String, Integer> counts() {
    StageResult total = total();
    Map<String, Integer> counts = new LinkedHashMap<>();
    counts.put("episodic_compressed", of("episodic-compression").compressed());
    counts.put("semantic_extracted", of("semantic").created());
    counts.put("semantic_triples_extracted", of("llm-extraction").created());
    counts.put("competence_extracted", of("competence").plus(of("generalization")).created());
    counts.put("plan_graphs_extracted", of("plan-graph").created());
    counts.put("duplicates_resolved", total.reinforced());
    counts.put("extraction_skipped", total.failed());
    if (again != null) {
      counts.put("queued_again", again.queued());
      counts.put("unreadable", again.unreadable());
    }
    stages.forEach(
        (stage, did) -> {
          if (!DefaultStages.isBundled(stage)) {
            counts.putIfAbsent(stage, did.created());
          }
        });
    return counts;
  }

  /** What all stages did together. */
  public StageResult total() {
    return stages.values().stream().reduce(StageResult.NOTHING, StageResult::plus);
  }

  /**
   * What one stage did in a run; each count is at least 0.
   *
   * @param created records that it created
   * @param reinforced how often it found an existing record again
   * @param compressed episodes whose salience it reduced
   * @param failed episodes that it could not handle this time
   */
  public record StageResult(int created, int reinforced, int compressed, int failed) {

    /** The result of a stage that found nothing to do. */
    public static final StageResult NOTHING = new StageResult(0, 0, 0, 0);

    /** What two stages did together. */
    public StageResult plus(StageResult other) {
      return new StageResult(
          created + other.created,
          reinforced + other.reinforced,
          compressed + other.compressed,
          failed + other.failed);
    }
  }
}
