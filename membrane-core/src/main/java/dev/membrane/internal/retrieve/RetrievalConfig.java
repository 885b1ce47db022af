package dev.membrane.internal.retrieve;

import dev.membrane.spi.Config;
import java.time.Duration;

/**
 * How retrieval weighs what it finds.
 *
 * @param selectionConfidenceThreshold the confidence below which a selection asks for more, 0 to 1
 *     ({@code selection_confidence_threshold})
 * @param relevanceWeight the share of relevance in a score, 0 to 1; salience has the rest ({@code
 *     relevance_weight})
 * @param vectorWeight the share of vectors in relevance, 0 to 1, where there are any; words have
 *     the rest ({@code vector_weight})
 * @param neighbourWeight how much what was said next to a record counts as said by it, 0 to 1
 *     ({@code neighbour_weight})
 * @param relevance what else counts for relevance
 * @param sittingPause a longer pause between events ends a sitting ({@code sitting_pause})
 */
public record RetrievalConfig(
    double selectionConfidenceThreshold,
    double relevanceWeight,
    double vectorWeight,
    double neighbourWeight,
    RelevanceWeights relevance,
    Duration sittingPause) {

  /** What holds unless configured otherwise. */
  public static final RetrievalConfig DEFAULTS =
      new RetrievalConfig(0.7, 0.95, 0.5, 0.8, RelevanceWeights.DEFAULTS, Duration.ofMinutes(30));

  /** Reads the configuration. */
  public static RetrievalConfig from(Config config) {
    return new RetrievalConfig(
        config.number(
            "selection_confidence_threshold", DEFAULTS.selectionConfidenceThreshold, 0, 1),
        config.number("relevance_weight", DEFAULTS.relevanceWeight, 0, 1),
        config.number("vector_weight", DEFAULTS.vectorWeight, 0, 1),
        config.number("neighbour_weight", DEFAULTS.neighbourWeight, 0, 1),
        RelevanceWeights.from(config),
        config.duration("sitting_pause", DEFAULTS.sittingPause));
  }
}
