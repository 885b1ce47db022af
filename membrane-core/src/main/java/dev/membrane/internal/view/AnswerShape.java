package dev.membrane.internal.view;

import dev.membrane.RetrieveAnswer;
import dev.membrane.RetrieveAnswer.AnswerEntry;
import dev.membrane.RetrieveAnswer.AnswerView;
import dev.membrane.TokenEstimate;
import dev.membrane.schema.IdentityText;
import dev.membrane.schema.MemoryRecord;
import dev.membrane.schema.RecordView;
import dev.membrane.schema.RedactedRecord;
import dev.membrane.schema.json.RecordCodec;
import dev.membrane.spi.search.Visibility;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;

/**
 * Gives an answer the shape that was asked for, within a number of tokens. Records are taken from
 * the best on, each as a whole, until one does not fit. In a text that would be too long, long
 * lines are shortened, so that one does not take the place of all others. Immutable.
 *
 * @param view the shape
 * @param maxTokens the most tokens of the records by {@link TokenEstimate}; 0: any number
 * @param visibility what the caller sees
 * @param excerpt what is left of a line that is too long
 */
public record AnswerShape(
    AnswerView view, int maxTokens, Visibility visibility, LineExcerpt excerpt) {

  /** So many long lines fill a text. */
  private static final int LONG_LINES = 3;

  /** In tokens: what is no longer is not shortened for others. */
  private static final int SHORT_LINE = 200;

  private static final RecordCodec CODEC = new RecordCodec();

  /** A record as it is shown. */
  private record ShownRecord(String text, boolean isWhole) {}

  /** The answer in this shape. */
  public RetrieveAnswer of(RetrieveAnswer answer) {
    if (view == AnswerView.TEXT) {
      return text(answer);
    }
    return maxTokens == 0 ? answer : first(answer, settled(answer, this::json).size());
  }

  /**
   * What is shown, with the marks of just that, as whoever writes the answer sees no other records.
   * What is left of a list may be few facts that say otherwise. Their marks need room, so that it
   * is looked again, at most once for each list.
   */
  private static List<ShownRecord> settled(
      RetrieveAnswer answer, BiFunction<List<RecordView>, AnswerMarks, List<ShownRecord>> showing) {
    List<RecordView> results = answer.results();
    AnswerMarks marks = AnswerMarks.of(answer);
    List<ShownRecord> shown = showing.apply(results, marks);
    while (shown.size() < results.size()) {
      results = results.subList(0, shown.size());
      AnswerMarks left = marks.among(results);
      if (results.stream().allMatch(left.conflicts().agreesWith(marks.conflicts()))) {
        return shown;
      }
      marks = left;
      shown = showing.apply(results, marks);
    }
    return shown;
  }

  private List<ShownRecord> json(List<RecordView> results, AnswerMarks marks) {
    List<ShownRecord> shown = new ArrayList<>();
    long tokens = 0;
    for (RecordView result : results) {
      String json = json(result, marks);
      tokens += TokenEstimate.of(json);
      if (tokens > maxTokens) {
        break;
      }
      shown.add(new ShownRecord(json, true));
    }
    return shown;
  }

  private String json(RecordView result, AnswerMarks marks) {
    return view == AnswerView.FULL
        ? CODEC.encode(result)
        : CODEC.write(CompactJson.of(result, marks));
  }

  private static RetrieveAnswer first(RetrieveAnswer answer, int count) {
    return new RetrieveAnswer(
        answer.entries().subList(0, count),
        answer.selection(),
        answer.truncated() || count < answer.entries().size(),
        answer.receiptId());
  }

  private RetrieveAnswer text(RetrieveAnswer answer) {
    long share = share(answer);
    List<ShownRecord> lines = settled(answer, (results, marks) -> lines(results, marks, share));
    boolean isWhole =
        lines.size() == answer.entries().size() && lines.stream().allMatch(ShownRecord::isWhole);
    List<AnswerEntry> entries = new ArrayList<>();
    for (ShownRecord line : lines) {
      AnswerEntry found = answer.entries().get(entries.size());
      entries.add(AnswerEntry.inWords(line.text(), found.score(), found.explanation()));
    }
    return new RetrieveAnswer(
        entries, answer.selection(), answer.truncated() || !isWhole, answer.receiptId());
  }

  private List<ShownRecord> lines(List<RecordView> results, AnswerMarks marks, long share) {
    List<ShownRecord> lines = new ArrayList<>();
    long left = maxTokens == 0 ? Long.MAX_VALUE : maxTokens;
    for (RecordView result : results) {
      RecordLine line = line(result, marks);
      String text = line.text();
      long needed = TokenEstimate.of(text);
      if (!lines.isEmpty() && Math.min(needed, share) > left) {
        break;
      }
      boolean isWhole = needed <= Math.min(share, left);
      String shown = isWhole ? text : excerpt.of(line, Math.min(share, left));
      lines.add(new ShownRecord(shown, isWhole));
      left -= TokenEstimate.of(shown + "\n");
    }
    return lines;
  }

  /** The most tokens that a line takes where not all have room. */
  private long share(RetrieveAnswer answer) {
    boolean isUnbounded = maxTokens == 0 || answer.results().size() == 1 || fits(answer);
    return isUnbounded ? Long.MAX_VALUE : Math.max(SHORT_LINE, maxTokens / LONG_LINES);
  }

  private boolean fits(RetrieveAnswer answer) {
    AnswerMarks marks = AnswerMarks.of(answer);
    long tokens = -1; // No line end follows the last line.
    for (RecordView result : answer.results()) {
      tokens += TokenEstimate.of(line(result, marks).text() + "\n");
      if (tokens > maxTokens) {
        return false;
      }
    }
    return true;
  }

  private RecordLine line(RecordView result, AnswerMarks marks) {
    if (result instanceof MemoryRecord record) {
      return RecordLine.of(record, marks).under(told(record.scope()));
    }
    RedactedRecord header = (RedactedRecord) result;
    return RecordLine.of(header, visibility.sees(header.scope(), header.sensitivity()))
        .under(told(header.scope()));
  }

  /** Who sees one scope knows it, in whatever forms it is written. */
  private @Nullable String told(@Nullable String scope) {
    Set<String> seen = visibility.scopes();
    boolean isOne = seen != null && seen.stream().map(IdentityText::of).distinct().count() <= 1;
    return isOne ? null : scope;
  }
}
