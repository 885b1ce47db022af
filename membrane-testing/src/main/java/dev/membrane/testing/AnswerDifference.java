package dev.membrane.testing;

import java.util.List;
import java.util.stream.Collectors;

/**
 * A call that was answered differently.
 *
 * @param steps what led to it, the call last
 */
record AnswerDifference(long seed, Viewer viewer, List<TrialStep> steps, Answer inA, Answer inB) {

  TrialStep call() {
    return steps.get(steps.size() - 1);
  }

  @Override
  public String toString() {
    return """
        seed %s: %s
        differs for %s
        after
        %s
        in A:
        %s
        in B:
        %s"""
        .formatted(
            seed,
            call(),
            viewer,
            steps.stream().map(step -> "  " + step).collect(Collectors.joining("\n")),
            inA,
            inB);
  }
}
