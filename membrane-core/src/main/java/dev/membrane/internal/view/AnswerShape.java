package dev.membrane.internal.view;

import dev.membrane.AnswerView;
import dev.membrane.RetrieveAnswer;
import dev.membrane.Selection;
import dev.membrane.TokenEstimate;
import dev.membrane.schema.MemoryRecord;
import dev.membrane.schema.RecordView;
import dev.membrane.schema.RedactedRecord;
import dev.membrane.schema.json.RecordCodec;
import dev.membrane.spi.Visibility;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Gives an answer the shape that was asked for, within a number of tokens. Records are taken from
 * the best on, each as a whole, until one does not fit. Only a first line that is too long is cut,
 * so that the answer is not empty. Immutable.
 *
 * @param view the shape
 * @param maxTokens the most tokens of the records by {@link TokenEstimate}; 0: any number
 * @param visibility what the caller sees
 */
public record AnswerShape(AnswerView view, int maxTokens, Visibility visibility) {

  private static final RecordCodec CODEC = new RecordCodec();

  /** The answer in this shape. */
  public RetrieveAnswer of(RetrieveAnswer answer) {
    if (view == AnswerView.TEXT) {
      return text(answer);
    }
    return maxTokens == 0 ? answer : first(answer, fitting(answer));
  }

  private int fitting(RetrieveAnswer answer) {
    long tokens = 0;
    int count = 0;
    for (RecordView result : answer.results()) {
      tokens += TokenEstimate.of(json(result, answer.selection()));
      if (tokens > maxTokens) {
        break;
      }
      count++;
    }
    return count;
  }

  private String json(RecordView result, @Nullable Selection selection) {
    return view == AnswerView.FULL
        ? CODEC.encode(result)
        : CODEC.write(CompactJson.of(result, selection));
  }

  private static RetrieveAnswer first(RetrieveAnswer answer, int count) {
    return new RetrieveAnswer(
        answer.results().subList(0, count),
        answer.scores().subList(0, count),
        answer.selection(),
        firstOf(answer.explanations(), count),
        "",
        answer.truncated() || count < answer.results().size());
  }

  private RetrieveAnswer text(RetrieveAnswer answer) {
    List<String> lines = new ArrayList<>();
    boolean cut = false;
    long tokens = 0;
    for (RecordView result : answer.results()) {
      String line = line(result, answer.selection());
      long needed = TokenEstimate.of(lines.isEmpty() ? line : "\n" + line);
      cut = maxTokens > 0 && tokens + needed > maxTokens;
      if (cut) {
        break;
      }
      lines.add(line);
      tokens += needed;
    }
    if (cut && lines.isEmpty()) {
      lines.add(shortened(line(answer.results().get(0), answer.selection())));
    }
    return new RetrieveAnswer(
        List.of(),
        answer.scores().subList(0, lines.size()),
        answer.selection(),
        firstOf(answer.explanations(), lines.size()),
        String.join("\n", lines),
        answer.truncated() || cut);
  }

  private String line(RecordView result, @Nullable Selection selection) {
    if (result instanceof MemoryRecord record) {
      return RecordLine.of(record, selection);
    }
    RedactedRecord header = (RedactedRecord) result;
    return RecordLine.of(header, visibility.sees(header.scope(), header.sensitivity()));
  }

  /** The longest beginning that fits: the longer it is, the more tokens it has. */
  private String shortened(String line) {
    int fits = 0;
    int tooLong = line.length();
    while (tooLong - fits > 1) {
      int middle = (fits + tooLong) >>> 1;
      if (TokenEstimate.of(OneLine.cut(line, middle)) <= maxTokens) {
        fits = middle;
      } else {
        tooLong = middle;
      }
    }
    return OneLine.cut(line, fits);
  }

  /** Explanations are there for all results, or for none. */
  private static <T> List<T> firstOf(List<T> some, int count) {
    return some.subList(0, Math.min(count, some.size()));
  }
}
