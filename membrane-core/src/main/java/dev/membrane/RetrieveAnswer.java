package dev.membrane;

import dev.membrane.schema.JsonObject;
import dev.membrane.schema.MemoryRecord;
import dev.membrane.schema.RecordView;
import dev.membrane.schema.RedactedRecord;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The answer to a question.
 *
 * @param results the best first, at their live salience: full records, and headers of records that
 *     are redacted or too large for an answer; empty if the view is text
 * @param scores one for each result or line of the text, by which it was ordered: a weighted sum of
 *     relevance and live salience, or live salience alone if there was no task or nothing matched
 *     it
 * @param selection the procedures that fit the task; null if there was no task or nothing to select
 *     from
 * @param explanations one per result, or line of the text, if asked for, else empty
 * @param text one line for each record, the best first, if the view is text, else empty
 * @param truncated whether records were left out because the answer became too large or took too
 *     many tokens, or came as headers because they are too large themselves
 * @param receiptId the id of the receipt; empty if none was asked for
 */
public record RetrieveAnswer(
    List<RecordView> results,
    List<Double> scores,
    @Nullable Selection selection,
    List<JsonObject> explanations,
    String text,
    boolean truncated,
    String receiptId) {

  /** An answer without a receipt. */
  public RetrieveAnswer(
      List<RecordView> results,
      List<Double> scores,
      @Nullable Selection selection,
      List<JsonObject> explanations,
      String text,
      boolean truncated) {
    this(results, scores, selection, explanations, text, truncated, "");
  }

  /** The same answer with a receipt. */
  public RetrieveAnswer under(String receipt) {
    return new RetrieveAnswer(results, scores, selection, explanations, text, truncated, receipt);
  }

  /** Copies the lists. */
  public RetrieveAnswer {
    results = List.copyOf(results);
    scores = List.copyOf(scores);
    explanations = List.copyOf(explanations);
  }

  /** The records that are shown in full, the best first. */
  public List<MemoryRecord> records() {
    return results.stream().flatMap(result -> result.full().stream()).toList();
  }

  /** The headers of the others, the best first. */
  public List<RedactedRecord> redacted() {
    return results.stream()
        .filter(RedactedRecord.class::isInstance)
        .map(RedactedRecord.class::cast)
        .toList();
  }
}
