package dev.membrane;

import dev.membrane.schema.JsonObject;
import dev.membrane.schema.MemoryRecord;
import dev.membrane.schema.RecordView;
import dev.membrane.schema.RedactedRecord;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What memory answers.
 *
 * @param results the best first, at their live salience: full records, and the headers of those
 *     that are seen redacted and of those that are too large for an answer; none if they are wanted
 *     as text
 * @param scores what each result, or line of the text, was put in order by: a share of relevance
 *     and one of live salience, or live salience alone where there was no task or nothing matched
 *     it
 * @param selection the procedures that fit the task; null where there was no task to select for or
 *     nothing to select from
 * @param explanations one per result, or line of the text, if asked for, else empty
 * @param text the records in one line each, the best first, if they are wanted so, else empty
 * @param truncated whether records were left out because the answer grew too large or took too many
 *     tokens, or are there as headers only because they are too large themselves
 */
public record RetrieveAnswer(
    List<RecordView> results,
    List<Double> scores,
    @Nullable Selection selection,
    List<JsonObject> explanations,
    String text,
    boolean truncated) {

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
