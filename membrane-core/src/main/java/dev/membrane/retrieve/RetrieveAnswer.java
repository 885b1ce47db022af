package dev.membrane.retrieve;

import dev.membrane.schema.JsonObject;
import dev.membrane.schema.RecordView;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What memory answers.
 *
 * @param records full or redacted records, the best first, at their live salience
 * @param selection the procedures that fit the task; null where there was no task to select for or
 *     nothing to select from
 * @param explanations one per record if asked for, else empty
 * @param truncated whether records were left out because the answer grew too large
 */
public record RetrieveAnswer(
    List<RecordView> records,
    @Nullable Selection selection,
    List<JsonObject> explanations,
    boolean truncated) {

  /** Copies the lists. */
  public RetrieveAnswer {
    records = List.copyOf(records);
    explanations = List.copyOf(explanations);
  }
}
