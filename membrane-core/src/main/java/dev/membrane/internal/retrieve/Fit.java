package dev.membrane.internal.retrieve;

import dev.membrane.internal.skill.TrackRecord;
import dev.membrane.spi.search.Hit;
import java.util.Comparator;

/**
 * How well a procedure fits a task.
 *
 * @param hit the procedure
 * @param overlap the share of the tools called by similar runs that it calls, 0 to 1
 * @param record how it worked lately
 */
record Fit(Hit hit, double overlap, TrackRecord record) {

  /** Scores are compared in such steps: sums of the same parts may differ in their last bits. */
  private static final double STEP = 1e-12;

  static final Comparator<Fit> BEST_FIRST =
      Comparator.comparingLong(Fit::steps)
          .reversed()
          .thenComparing(fit -> -fit.record().successes())
          .thenComparing(fit -> fit.hit().createdAt(), Comparator.reverseOrder())
          .thenComparing(fit -> fit.hit().id());

  private long steps() {
    return Math.round(score() / STEP);
  }

  double score() {
    return overlap * record.works();
  }
}
