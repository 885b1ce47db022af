package dev.membrane.internal.retrieve;

import dev.membrane.spi.Config;

/**
 * What counts for relevance besides words and vectors. The defaults were chosen on parts of LoCoMo,
 * LongMemEval and BEAM, and checked on the other parts.
 *
 * @param date what it adds that a record happened when the descriptor says, or that a run ended as
 *     it says, 0 to 1 ({@code date_weight})
 * @param speaker what it adds that the only speaker said it whom the descriptor names, 0 to 1
 *     ({@code speaker_weight})
 * @param time what it adds that it says when something was, 0 to 1 ({@code time_weight})
 * @param window the share of what stands around it that is added, 0 to 1 ({@code window_weight})
 * @param assistant what the relevance of the assistant's own words is multiplied by, 0 to 1, unless
 *     they are asked for ({@code assistant_weight})
 */
record RelevanceWeights(double date, double speaker, double time, double window, double assistant) {

  /** What holds unless configured otherwise. */
  static final RelevanceWeights DEFAULTS = new RelevanceWeights(0.30, 0.10, 0.08, 0.25, 0.5);

  static RelevanceWeights from(Config config) {
    return new RelevanceWeights(
        config.number("date_weight", DEFAULTS.date, 0, 1),
        config.number("speaker_weight", DEFAULTS.speaker, 0, 1),
        config.number("time_weight", DEFAULTS.time, 0, 1),
        config.number("window_weight", DEFAULTS.window, 0, 1),
        config.number("assistant_weight", DEFAULTS.assistant, 0, 1));
  }
}
