package dev.membrane.internal.view;

import dev.membrane.Selection;
import dev.membrane.internal.text.Wording;
import dev.membrane.schema.EpisodicPayload;
import dev.membrane.schema.JsonString;
import dev.membrane.schema.MemoryRecord;
import dev.membrane.schema.MemoryType;
import dev.membrane.schema.RecordView;
import dev.membrane.schema.RedactedRecord;
import dev.membrane.schema.TimelineEvent;
import dev.membrane.schema.ToolNode;
import dev.membrane.schema.json.RecordCodec;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A record in one line: {@code [its last 8 characters of the id] day who: what}. A confidence below
 * 1 stands before the speaker, and a name that looks like what Membrane writes stands in quotation
 * marks, so that no part of the text can be mistaken for it. The line of a record does not depend
 * on the question or its time. It changes only when the record does, when an outcome reports a use
 * of a procedure, or when a procedure that fits the task stops working. Its scope is told to whom
 * it may be one of several.
 *
 * @param head what stands before the content, with the blank between them
 * @param parts the content: of an episode its events, calls and outcome, else one part
 */
record RecordLine(String head, List<LinePart> parts) {

  /** Nothing in such a scope can be mistaken for what stands after it. */
  private static final Pattern PLAIN_SCOPE = Pattern.compile("[\\p{L}\\p{Nd}_./:@-]+");

  private static final RecordCodec CODEC = new RecordCodec();
  private static final int ID = 8;
  private static final int DECIMALS = 2;

  /** Stands between two parts. */
  static final String BETWEEN = " | ";

  private static final String OUTCOME = "outcome";
  private static final Wording WORDING = new Wording();

  /**
   * How a part of a line begins after the day if it names nobody, in the letters that {@link
   * Wording#looks} gives; or that there is a further part.
   */
  private static final Pattern WRITTEN_BY_MEMBRANE =
      Pattern.compile(
          "\\p{Ps}|[\"“”]|.*"
              + Pattern.quote(BETWEEN)
              + "|(?:"
              + Stream.concat(
                      Stream.of("fact", "hearsay", "task", "skill", "plan", "episode", OUTCOME),
                      Stream.of(MemoryType.values()).map(MemoryType::wireName))
                  .flatMap(word -> WORDING.looks(word).stream())
                  .map(Pattern::quote)
                  .collect(Collectors.joining("|"))
              + ")(?![\\p{L}\\p{Nd}_-])");

  /**
   * The line of a record.
   *
   * @param selection what the answer selects, which knows the procedures that stopped working
   */
  static RecordLine of(MemoryRecord record, @Nullable Selection selection) {
    String status = CompactJson.status(record);
    String head =
        head(record, record.confidence())
            + (status == null ? "" : "(" + status + ") ")
            + (CompactJson.hasStopped(record, selection) ? "(stopped working) " : "");
    return new RecordLine(head, parts(record));
  }

  /**
   * The line of a header.
   *
   * @param isSeen whether the caller may see the record, which then is too large for an answer
   */
  static RecordLine of(RedactedRecord record, boolean isSeen) {
    String reason = isSeen ? "too large to be shown here" : "not shown, for it is " + level(record);
    return new RecordLine(
        head(record, record.confidence()), List.of(new LinePart(record.type().wireName(), reason)));
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
    String name = PLAIN_SCOPE.matcher(shown).matches() ? shown : CODEC.write(new JsonString(shown));
    return new RecordLine(head + "(scope " + name + ") ", parts);
  }

  /** The whole line. */
  String text() {
    return head + content(0, parts.size());
  }

  /** Some of the parts that follow each other. */
  String content(int first, int end) {
    return OneLine.of(
        parts.subList(first, end).stream()
            .map(LinePart::text)
            .collect(Collectors.joining(BETWEEN)));
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

  private static List<LinePart> parts(MemoryRecord record) {
    return record.payload() instanceof EpisodicPayload episode
        ? episode(record, episode)
        : List.of(LinePart.of(PayloadText.of(record)));
  }

  private static List<LinePart> episode(MemoryRecord record, EpisodicPayload episode) {
    Reporters reporters = new Reporters(record);
    List<LinePart> parts = new ArrayList<>();
    Attribution.events(record, episode).forEach(event -> parts.add(event(event, reporters)));
    episode.toolGraph().forEach(call -> parts.add(LinePart.of(call(call))));
    if (episode.outcome() != null) {
      parts.add(new LinePart(OUTCOME, episode.outcome().wireName()));
    }
    return parts.isEmpty() ? List.of(LinePart.of("episode")) : parts;
  }

  /** Whatever a summary says of its speaker, the one who reported it stands before it. */
  private static LinePart event(TimelineEvent event, Reporters reporters) {
    String summary = Objects.requireNonNullElse(event.summary(), "");
    String reporter = Objects.requireNonNullElse(reporters.of(event), event.eventKind());
    String who = reporter + ": ";
    if (summary.regionMatches(true, 0, who, 0, who.length())) {
      return new LinePart(
          name(summary.substring(0, reporter.length())), summary.substring(who.length()));
    }
    String what = summary.isBlank() ? event.eventKind() + " " + event.ref() : summary;
    return new LinePart(name(reporter), what);
  }

  /** A name that a caller chose, in quotation marks if it looks like what Membrane writes. */
  private static String name(String chosen) {
    String name = OneLine.of(chosen);
    boolean isQuoted =
        WORDING.looks(name).stream()
            .anyMatch(looks -> WRITTEN_BY_MEMBRANE.matcher(looks).lookingAt());
    return isQuoted ? '"' + name + '"' : name;
  }

  private static String call(ToolNode call) {
    String called = name(call.tool()) + PayloadText.arguments(call.args());
    return call.result() == null
        ? called
        : called + PayloadText.THEN + PayloadText.shortly(PayloadText.plain(call.result()));
  }
}
