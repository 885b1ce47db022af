package dev.membrane.internal.view;

import dev.membrane.schema.EpisodicPayload;
import dev.membrane.schema.MemoryRecord;
import dev.membrane.schema.RecordView;
import dev.membrane.schema.RedactedRecord;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A record in one line: {@code [its last 8 characters of the id] day who: what}. A confidence below
 * 1 stands before the speaker, and a name that looks like what Membrane writes stands in quotation
 * marks, so that no part of the text can be mistaken for it. The line of a record does not depend
 * on the question or its time. It changes only when the record does, when an outcome reports a use
 * of a procedure, when a procedure that fits the task stops working, or when the answer gets a fact
 * that says otherwise. Its scope is told to whom it may be one of several.
 *
 * @param day the one that the head tells
 * @param head what stands before the content, with the blank between them
 * @param parts the content: of an episode its events, calls and outcome, else one part
 * @param statement the content of a record that is no episode; null: it is one, or a header
 */
record RecordLine(
    LocalDate day, String head, List<LinePart> parts, @Nullable RecordStatement statement) {

  /** Nothing in such a scope can be mistaken for what stands after it. */
  private static final Pattern PLAIN_SCOPE = Pattern.compile("[\\p{L}\\p{Nd}_./:@-]+");

  private static final int ID = 8;
  private static final int DECIMALS = 2;

  /**
   * The line of a record.
   *
   * @param marks those of its answer
   */
  static RecordLine of(MemoryRecord record, AnswerMarks marks) {
    String head =
        head(record, record.confidence())
            + mark(CompactJson.status(record))
            + mark(marks.conflicts().age(record))
            + (marks.hasStopped(record) ? mark("stopped working") : "");
    LocalDate day = Attribution.date(record);
    if (record.payload() instanceof EpisodicPayload episode) {
      return new RecordLine(day, head, EpisodeLine.parts(record, episode), null);
    }
    RecordStatement statement = PayloadText.of(record);
    return new RecordLine(day, head, List.of(LinePart.of(statement.text())), statement);
  }

  /**
   * The line of a header.
   *
   * @param isSeen whether the caller may see the record, which then is too large for an answer
   */
  static RecordLine of(RedactedRecord record, boolean isSeen) {
    String reason = isSeen ? "too large to be shown here" : "not shown, for it is " + level(record);
    return new RecordLine(
        Attribution.date(record),
        head(record, record.confidence()),
        List.of(new LinePart(null, record.type().wireName(), reason)),
        null);
  }

  /**
   * The line of a record of a scope.
   *
   * @param scope null: it is not told
   */
  RecordLine under(@Nullable String scope) {
    if (scope == null) {
      return this;
    }
    String shown = OneLine.of(scope);
    String name = PLAIN_SCOPE.matcher(shown).matches() ? shown : ToldText.quoted(shown);
    return new RecordLine(day, head + "(scope " + name + ") ", parts, statement);
  }

  /** The whole line. */
  String text() {
    return head + content(0, parts.size());
  }

  /** Some of the parts that follow each other, each with its day if it is a new one. */
  String content(int first, int end) {
    List<String> texts = new ArrayList<>();
    LocalDate shown = day;
    for (LinePart part : parts.subList(first, end)) {
      texts.add(part.text(shown));
      shown = part.day() == null ? shown : part.day();
    }
    return OneLine.of(String.join(ToldText.BETWEEN, texts));
  }

  private static String mark(@Nullable String word) {
    return word == null ? "" : "(" + word + ") ";
  }

  private static String level(RedactedRecord record) {
    return "of sensitivity " + record.sensitivity().wireName();
  }

  private static String head(RecordView view, double confidence) {
    String id = view.id().substring(Math.max(0, view.id().length() - ID));
    String trusted =
        confidence < 1
            ? "(confidence "
                + BigDecimal.valueOf(confidence)
                    .setScale(DECIMALS, RoundingMode.DOWN)
                    .stripTrailingZeros()
                    .toPlainString()
                + ") "
            : "";
    return "[" + id + "] " + Attribution.date(view) + " " + trusted;
  }
}
