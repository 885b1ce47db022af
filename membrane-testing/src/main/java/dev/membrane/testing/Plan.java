package dev.membrane.testing;

import java.util.List;

/**
 * All that happens in a trial.
 *
 * @param descriptors how many searches by words the caller makes
 * @param secretDescriptors how many of them hold a word that only records have that the caller does
 *     not see in full
 */
record Plan(
    long seed, Viewer viewer, List<TrialStep> steps, int descriptors, int secretDescriptors) {

  Plan with(List<TrialStep> otherSteps) {
    return new Plan(seed, viewer, otherSteps, descriptors, secretDescriptors);
  }
}
