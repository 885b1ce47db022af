package dev.membrane.internal.view;

import dev.membrane.RetrieveAnswer;
import dev.membrane.RetrieveAnswer.Selection;
import dev.membrane.schema.MemoryRecord;
import dev.membrane.schema.RecordView;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What an answer says of its records that they do not say themselves.
 *
 * @param selection what the answer selects, which knows the procedures that stopped working
 * @param conflicts the facts that say otherwise than others
 */
public record AnswerMarks(@Nullable Selection selection, ConflictingFacts conflicts) {

  /** Those of an answer. */
  public static AnswerMarks of(RetrieveAnswer answer) {
    return new AnswerMarks(answer.selection(), new ConflictingFacts(answer.results()));
  }

  /** Those of records by themselves. */
  public static AnswerMarks of(@Nullable Selection selection) {
    return new AnswerMarks(selection, new ConflictingFacts(List.of()));
  }

  /** These where only some of the records are shown. */
  AnswerMarks among(List<RecordView> shown) {
    return new AnswerMarks(selection, new ConflictingFacts(shown));
  }

  boolean hasStopped(MemoryRecord record) {
    return selection != null && selection.stoppedWorking().contains(record.id());
  }
}
