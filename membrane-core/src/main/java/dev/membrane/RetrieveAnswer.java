package dev.membrane;

import dev.membrane.internal.view.AnswerMarks;
import dev.membrane.internal.view.CompactJson;
import dev.membrane.schema.JsonObject;
import dev.membrane.schema.MemoryRecord;
import dev.membrane.schema.RecordView;
import dev.membrane.schema.RedactedRecord;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The answer to a question.
 *
 * @param entries what was found, the best first
 * @param selection the procedures that fit the task; null if there was no task or nothing to select
 *     from
 * @param truncated whether records were left out because the answer became too large or took too
 *     many tokens, or came as headers because they are too large themselves
 * @param receiptId the id of the receipt; empty if none was asked for
 */
public record RetrieveAnswer(
    List<AnswerEntry> entries, @Nullable Selection selection, boolean truncated, String receiptId) {

  /** Copies the list. */
  public RetrieveAnswer {
    entries = List.copyOf(entries);
  }

  /** The records at their live salience, in full or as headers; none if the view is text. */
  public List<RecordView> results() {
    return entries.stream().map(AnswerEntry::record).filter(Objects::nonNull).toList();
  }

  /** The records that are shown in full, the best first. */
  public List<MemoryRecord> records() {
    return results().stream().flatMap(result -> result.full().stream()).toList();
  }

  /** The headers of the others, the best first. */
  public List<RedactedRecord> redacted() {
    return results().stream()
        .filter(RedactedRecord.class::isInstance)
        .map(RedactedRecord.class::cast)
        .toList();
  }

  /** All lines; empty unless the view is text. */
  public String text() {
    return entries.stream()
        .map(AnswerEntry::line)
        .filter(line -> !line.isEmpty())
        .collect(Collectors.joining("\n"));
  }

  /** The same answer with a receipt. */
  public RetrieveAnswer withReceipt(String receipt) {
    return new RetrieveAnswer(entries, selection, truncated, receipt);
  }

  /**
   * A record that was found.
   *
   * @param record at its live salience: in full, or the header of one that is redacted or too large
   *     for an answer; null if the view is text
   * @param line the record in one line; empty unless the view is text
   * @param score by which it was ordered: a weighted sum of relevance and live salience, or live
   *     salience alone if there was no task or nothing matched it
   * @param explanation why it is at its place; null if that was not asked for
   */
  public record AnswerEntry(
      @Nullable RecordView record, String line, double score, @Nullable JsonObject explanation) {

    /** A record, in any view but text. */
    public static AnswerEntry of(
        RecordView record, double score, @Nullable JsonObject explanation) {
      return new AnswerEntry(record, "", score, explanation);
    }

    /** A line, in the view text. */
    public static AnswerEntry inWords(String line, double score, @Nullable JsonObject explanation) {
      return new AnswerEntry(null, line, score, explanation);
    }
  }

  /**
   * Which procedures fit a task best.
   *
   * @param procedures competences and plan graphs, the best first; none that is retracted or
   *     superseded
   * @param confidence the first score, less where the nearest run covers less than .26 of the task,
   *     in [0, 1]: how much the tools of the first are expected to overlap with those that solve
   *     the task (the mean Dice coefficient), times whether it still works, and not the chance that
   *     it is the right procedure
   * @param needsMore whether the confidence is below the configured threshold, or the first has
   *     mostly failed
   * @param stoppedWorking the ids of the procedures of the answer, selected or among its results,
   *     that stopped working: of late they did at most half as well as others
   */
  public record Selection(
      List<SelectedProcedure> procedures,
      double confidence,
      boolean needsMore,
      List<String> stoppedWorking) {

    /** Copies the lists. */
    public Selection {
      procedures = List.copyOf(procedures);
      stoppedWorking = List.copyOf(stoppedWorking);
    }

    /** The records of the procedures, the best first. */
    public List<MemoryRecord> selected() {
      return procedures.stream().map(SelectedProcedure::record).toList();
    }
  }

  /**
   * A procedure that fits.
   *
   * @param score how well, in [0, 1]
   */
  public record SelectedProcedure(MemoryRecord record, double score) {}

  /** The shape of the records in an answer. */
  public enum AnswerView {
    /** Whole records. */
    FULL,
    /** One line of text for each record, for a model to read. */
    TEXT,
    /**
     * The content of each record that a model needs, as JSON; see {@link #compact(RetrieveAnswer)}.
     */
    COMPACT;

    /**
     * A record of an answer in the view {@link #COMPACT}: JSON with the members {@code id}, {@code
     * type}, {@code scope}, {@code date} (when it was said, in UTC), {@code confidence}, {@code
     * status} (only if it is {@code contested} or {@code retracted}, as a superseded fact is, too)
     * and {@code content}, which has the members of the payload. It has no audit log, provenance or
     * lifecycle. A header has {@code "redacted": true} and no content. A procedure that the
     * selection says so of has {@code "stopped_working": true}.
     *
     * @param selection that of the answer; null if it has none
     */
    public static JsonObject compact(RecordView view, @Nullable Selection selection) {
      return CompactJson.of(view, AnswerMarks.of(selection));
    }

    /**
     * Makes of a record of an answer what {@link #compact(RecordView, Selection)} does. Where the
     * answer has several facts of one scope, subject and predicate, each has an {@code age}, too:
     * {@code latest}, or {@code older} if a later one says otherwise.
     */
    public static Function<RecordView, JsonObject> compact(RetrieveAnswer answer) {
      AnswerMarks marks = AnswerMarks.of(answer);
      return view -> CompactJson.of(view, marks);
    }

    /** The name used on the wire. */
    public String wireName() {
      return name().toLowerCase(Locale.ROOT);
    }
  }
}
