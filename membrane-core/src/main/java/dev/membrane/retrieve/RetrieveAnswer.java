package dev.membrane.retrieve;

import dev.membrane.engine.Caller;
import dev.membrane.engine.Withholding;
import dev.membrane.schema.JsonObject;
import dev.membrane.schema.RecordView;
import dev.membrane.spi.StoreReader;
import dev.membrane.spi.Visibility;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What memory answers.
 *
 * @param records the best first, at their live salience: full records, and the headers of those
 *     that are seen redacted and of those that are too large for an answer
 * @param selection the procedures that fit the task; null where there was no task to select for or
 *     nothing to select from
 * @param explanations one per record if asked for, else empty
 * @param truncated whether records were left out because the answer grew too large, or are there as
 *     headers only because they are too large themselves
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

  /** The answer without what it says of records that are not seen. */
  RetrieveAnswer shownTo(Caller caller, Visibility visibility, StoreReader store) {
    List<RecordView> all = new ArrayList<>(records);
    if (selection != null) {
      all.addAll(selection.selected());
    }
    Withholding withholding = Withholding.from(all, caller, visibility, store);
    return new RetrieveAnswer(
        records.stream().map(withholding::of).toList(),
        selection == null ? null : selection.map(withholding::of),
        explanations,
        truncated);
  }
}
