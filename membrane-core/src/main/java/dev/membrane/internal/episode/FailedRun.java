package dev.membrane.internal.episode;

import dev.membrane.internal.keys.LearningScope;

/**
 * Why a run failed that was learned from.
 *
 * @param mode its failure mode
 */
public record FailedRun(LearningScope scope, String mode) {}
