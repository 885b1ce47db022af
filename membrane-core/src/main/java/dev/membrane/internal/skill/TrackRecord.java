package dev.membrane.internal.skill;

import dev.membrane.internal.episode.EndedRuns;
import dev.membrane.internal.episode.ProcedureOutcomes;
import dev.membrane.internal.episode.ProcedureUse;
import dev.membrane.internal.episode.Wilson;
import java.util.List;

/**
 * Whether a procedure still works: {@code min(1, U / expected)^2}. U is the highest likely success
 * rate given its latest uses: the Wilson upper bound by one standard error, where each use counts
 * 0.8 of the next one. A lower bound would favour procedures that are used often. Expected is the
 * success rate of all runs, without those that named the procedure and failed since it last
 * succeeded, and for each of these a twentieth of the way nearer to 1: it would do the better the
 * more it fails if they lowered what it is compared with, and of more than 20 nothing is known.
 *
 * @param upper U, 0 to 1; 1 for one that was never used
 * @param mean the share of all these runs that succeeded, 0 to 1
 * @param failures how many failed since it last succeeded, 0 to {@link ProcedureOutcomes#MAX}
 * @param successes how many of its uses succeeded that were no claims
 * @param isClaimed whether its record has counts that a caller has claimed, which say nothing here
 */
public record TrackRecord(
    double upper, double mean, int failures, long successes, boolean isClaimed) {

  private static final double MEMORY = 0.8;
  private static final double STOPPED = 0.25;

  /**
   * From the outcomes of uses, the earliest first.
   *
   * @param won how many of all its uses succeeded; of one whose counts are claimed, of the latest
   * @param all how all runs ended, without its failures since its last success
   * @param failures how many these are
   */
  public static TrackRecord of(
      List<ProcedureUse> latest, long won, EndedRuns all, int failures, boolean isClaimed) {
    double successes = 0;
    double uses = 0;
    for (ProcedureUse use : latest) {
      successes = successes * MEMORY + (use.isSuccess() ? 1 : 0);
      uses = uses * MEMORY + 1;
    }
    double upper = Wilson.optimisticRate(uses == 0 ? 0 : successes / uses, uses);
    return new TrackRecord(upper, all.rate(), failures, won, isClaimed);
  }

  /** From counts that nothing is known of but their sums, of which as many weigh as are kept. */
  public static TrackRecord of(EndedRuns counted, EndedRuns all) {
    long known = Math.min(counted.runs(), ProcedureOutcomes.MAX);
    double uses = (1 - StrictMath.pow(MEMORY, (double) known)) / (1 - MEMORY);
    double rate = known == 0 ? 0 : (double) counted.successes() / counted.runs();
    return new TrackRecord(
        Wilson.optimisticRate(rate, uses), all.rate(), 0, counted.successes(), false);
  }

  /** Whether it did no better lately than half as well as is expected. */
  public boolean hasStoppedWorking() {
    return works() < STOPPED;
  }

  /** 1 where it does as well as the others. */
  public double works() {
    double share = Math.min(1, upper / expected());
    return share * share;
  }

  private double expected() {
    double left = (double) (ProcedureOutcomes.MAX - failures) / ProcedureOutcomes.MAX;
    return 1 - (1 - mean) * left;
  }
}
