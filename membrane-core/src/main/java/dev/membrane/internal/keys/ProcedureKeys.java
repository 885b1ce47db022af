package dev.membrane.internal.keys;

import dev.membrane.internal.value.Digest;
import dev.membrane.schema.Sensitivity;
import java.util.List;
import java.util.Objects;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The names of the keys that lead from runs to procedures and to how these worked. */
public final class ProcedureKeys {

  /** So many keys count together, so that outcomes of different procedures rarely wait. */
  private static final int COUNTERS = 8;

  private ProcedureKeys() {}

  /**
   * The name of a group of kept runs and procedures of one scope and sensitivity, as a kept run has
   * it.
   *
   * @param scope null: none
   * @param group the tools of runs, or their structure
   */
  public static String group(@Nullable String scope, Sensitivity sensitivity, String group) {
    return space(scope, sensitivity, group);
  }

  /** Holds the id of the procedure that stands for the runs of a group, and is owned by it. */
  public static String procedureOf(String group) {
    return "procedure:" + group;
  }

  /** Says that a procedure stands for kept runs, and is owned by it. */
  public static String standsForRuns(String id) {
    return "runs:" + id;
  }

  /** Holds {@code ProcedureOutcomes}, and is owned by the procedure. */
  public static String outcomes(String id) {
    return "outcomes:" + id;
  }

  /** Holds {@code EndedRuns} of a scope and sensitivity. */
  public static String endedRuns(@Nullable String scope, Sensitivity sensitivity) {
    return "ended:" + space(scope, sensitivity, "");
  }

  /**
   * Holds {@code EndedRuns}: how the uses of some procedures of a scope and sensitivity ended that
   * were reported and that learning has not counted.
   *
   * @param id of one of these procedures
   */
  public static String reportedRuns(@Nullable String scope, Sensitivity sensitivity, String id) {
    return reportedRuns(scope, sensitivity, Math.floorMod(id.hashCode(), COUNTERS));
  }

  private static String reportedRuns(@Nullable String scope, Sensitivity sensitivity, int counter) {
    return "reported:" + space(scope, sensitivity, String.valueOf(counter));
  }

  /** Holds {@code AbortedRuns} of a scope and sensitivity. */
  public static String abortedRuns(@Nullable String scope, Sensitivity sensitivity) {
    return "aborted:" + space(scope, sensitivity, "");
  }

  /** All that hold {@code EndedRuns} of a scope and sensitivity, each of other runs. */
  public static List<String> allRuns(@Nullable String scope, Sensitivity sensitivity) {
    return Stream.concat(
            Stream.of(endedRuns(scope, sensitivity)),
            IntStream.range(0, COUNTERS).mapToObj(it -> reportedRuns(scope, sensitivity, it)))
        .toList();
  }

  private static String space(@Nullable String scope, Sensitivity sensitivity, String what) {
    String place = Objects.requireNonNullElse(scope, "");
    return Digest.of(List.of(place, sensitivity.wireName(), what));
  }
}
