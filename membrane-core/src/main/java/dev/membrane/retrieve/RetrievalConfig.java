package dev.membrane.retrieve;

import dev.membrane.spi.Config;

/**
 * How retrieval weighs what it finds.
 *
 * @param selectionConfidenceThreshold the confidence below which a selection asks for more, 0 to 1
 *     ({@code selection_confidence_threshold})
 * @param relevanceWeight the share of relevance in a score, 0 to 1; salience has the rest ({@code
 *     relevance_weight})
 */
public record RetrievalConfig(double selectionConfidenceThreshold, double relevanceWeight) {

  /** What holds unless configured otherwise. */
  public static final RetrievalConfig DEFAULTS = new RetrievalConfig(0.7, 0.7);

  /** Reads the configuration. */
  public static RetrievalConfig from(Config config) {
    return new RetrievalConfig(
        config.number(
            "selection_confidence_threshold", DEFAULTS.selectionConfidenceThreshold, 0, 1),
        config.number("relevance_weight", DEFAULTS.relevanceWeight, 0, 1));
  }
}
