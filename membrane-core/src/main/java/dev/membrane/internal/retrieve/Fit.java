package dev.membrane.internal.retrieve;

import dev.membrane.schema.MemoryRecord;
import dev.membrane.spi.Hit;
import java.time.Instant;
import java.util.Comparator;
import org.jspecify.annotations.Nullable;

/**
 * How well a procedure fits a task.
 *
 * @param hit the procedure
 * @param applicability how much of the task it covers, 0 to 1
 * @param success how surely it works, 0 to 1
 * @param recency how lately it was used, 0 to 1
 * @param signature the tools that it uses
 * @param isRuledOut whether the asker's situation contradicts its conditions, so that it is not
 *     selected and nothing speaks for it
 * @param isClaimed whether its counts were only claimed, and so count for nothing
 */
record Fit(
    Hit hit,
    double applicability,
    double success,
    double recency,
    String signature,
    boolean isRuledOut,
    boolean isClaimed) {

  static final Comparator<Fit> BEST_FIRST =
      Comparator.comparingDouble(Fit::score)
          .reversed()
          .thenComparing(Fit::hit, Candidate.BY_SALIENCE);

  static Fit of(
      MemoryRecord record,
      @Nullable RecentOutcomes outcomes,
      Hit hit,
      double applicability,
      boolean isRuledOut,
      Instant at) {
    boolean isClaimed = outcomes != null && outcomes.isClaimed();
    Procedure procedure = isClaimed ? Procedure.untried(record) : Procedure.of(record);
    return new Fit(
        hit,
        applicability,
        outcomes != null && outcomes.isKnown() ? outcomes.success() : procedure.success(),
        procedure.recency(at),
        procedure.signature(),
        isRuledOut,
        isClaimed);
  }

  double score() {
    return isRuledOut ? 0 : (applicability + success + recency) / 3;
  }

  /** Procedures without tools have nothing in common by that. */
  boolean hasSignatureOf(Fit other) {
    return !signature.isEmpty() && signature.equals(other.signature);
  }
}
