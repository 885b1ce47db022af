package dev.membrane.internal.keys;

import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** The names of the keys that lead from runs to procedures and to how these worked. */
public final class ProcedureKeys {

  /** So many keys count together, so that outcomes of different procedures rarely wait. */
  private static final int COUNTERS = 8;

  private ProcedureKeys() {}

  /**
   * The name of a group of kept runs and procedures, as a kept run has it.
   *
   * @param group the tools of runs, or their structure
   */
  public static String group(LearningScope scope, String group) {
    return scope.digest(group);
  }

  /** Holds the id of the procedure that stands for the runs of a group, and is owned by it. */
  public static String procedureOf(String group) {
    return KeyKinds.PROCEDURE + group;
  }

  /**
   * Says that a procedure was learned from runs, so that only kept ones speak for it, and is owned
   * by it.
   */
  public static String standsForRuns(String id) {
    return KeyKinds.STANDS_FOR_RUNS + id;
  }

  /** Holds {@code ProcedureOutcomes}, and is owned by the procedure. */
  public static String outcomes(String id) {
    return KeyKinds.OUTCOMES + id;
  }

  /** Says that a caller has claimed the counts of a procedure, and is owned by it. */
  public static String claimedCounts(String id) {
    return KeyKinds.CLAIMED_COUNTS + id;
  }

  /** Holds {@code EndedRuns}. */
  public static String endedRuns(LearningScope scope) {
    return KeyKinds.ENDED_RUNS + scope.digest("");
  }

  /**
   * Holds {@code EndedRuns}: how the uses of some procedures ended that were reported and that
   * learning has not counted.
   *
   * @param id of one of these procedures
   */
  public static String reportedRuns(LearningScope scope, String id) {
    return reportedRuns(scope, Math.floorMod(id.hashCode(), COUNTERS));
  }

  private static String reportedRuns(LearningScope scope, int counter) {
    return KeyKinds.REPORTED_RUNS + scope.digest(String.valueOf(counter));
  }

  /** Holds {@code AbortedRuns}. */
  public static String abortedRuns(LearningScope scope) {
    return KeyKinds.ABORTED_RUNS + scope.digest("");
  }

  /** All that hold {@code EndedRuns}, each of other runs. */
  public static List<String> allRuns(LearningScope scope) {
    return Stream.concat(
            Stream.of(endedRuns(scope)),
            IntStream.range(0, COUNTERS).mapToObj(it -> reportedRuns(scope, it)))
        .toList();
  }
}
