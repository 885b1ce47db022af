package dev.membrane.internal.keys;

import dev.membrane.internal.value.Digest;
import dev.membrane.schema.Sensitivity;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The names of the keys that lead from runs to procedures and to how these worked. */
public final class ProcedureKeys {

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

  private static String space(@Nullable String scope, Sensitivity sensitivity, String what) {
    String place = Objects.requireNonNullElse(scope, "");
    return Digest.of(List.of(place, sensitivity.wireName(), what));
  }
}
