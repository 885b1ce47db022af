package dev.membrane.internal.ingest;

import dev.membrane.Caller;
import dev.membrane.IngestAnswer;
import dev.membrane.IngestAnswer.IngestResult;
import dev.membrane.Permission;
import dev.membrane.internal.change.Write;
import dev.membrane.schema.RecordView;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What an ingest will commit, and what the answer says about it.
 *
 * @param conflicts ids of facts that the caller sees and that say something else
 * @param withdrawn id of a fact that said the same, was withdrawn, and that the caller sees; null:
 *     none
 * @param skipped those of the used records of an outcome that did not count
 */
record IngestPlan(
    Write write,
    IngestResult result,
    List<String> conflicts,
    @Nullable String withdrawn,
    List<String> skipped) {

  static IngestPlan of(Write write, IngestResult result) {
    return new IngestPlan(write, result, List.of(), null, List.of());
  }

  /** An outcome that was recorded. */
  static IngestPlan outcome(Write write, List<String> skipped) {
    return new IngestPlan(write, IngestResult.APPENDED, List.of(), null, skipped);
  }

  /**
   * The answer to the caller.
   *
   * @param shown the record as the caller may see it
   */
  IngestAnswer answer(RecordView shown) {
    return new IngestAnswer(shown, result, conflicts, withdrawn, skipped);
  }

  /**
   * Whether the caller is shown the record. Who may only write is not: it may hold what others have
   * said, and to write to it would be to read it.
   */
  boolean isShownTo(Caller caller) {
    return caller.may(Permission.RETRIEVE) && caller.visibility().sees(write.record());
  }
}
