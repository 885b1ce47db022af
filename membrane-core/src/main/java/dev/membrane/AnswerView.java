package dev.membrane;

import dev.membrane.RetrieveAnswer.Selection;
import dev.membrane.internal.view.AnswerMarks;
import dev.membrane.internal.view.CompactJson;
import dev.membrane.schema.JsonObject;
import dev.membrane.schema.RecordView;
import java.util.Locale;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

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
   * lifecycle. A header has {@code "redacted": true} and no content. A procedure that the selection
   * says so of has {@code "stopped_working": true}.
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
