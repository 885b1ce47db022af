package dev.membrane.internal.view;

import dev.membrane.Selection;
import dev.membrane.internal.keys.EngineActors;
import dev.membrane.internal.keys.RelationNames;
import dev.membrane.internal.text.Wording;
import dev.membrane.schema.CompetencePayload;
import dev.membrane.schema.Constraint;
import dev.membrane.schema.EpisodicPayload;
import dev.membrane.schema.JsonNull;
import dev.membrane.schema.JsonObject;
import dev.membrane.schema.JsonString;
import dev.membrane.schema.JsonValue;
import dev.membrane.schema.MemoryRecord;
import dev.membrane.schema.MemoryType;
import dev.membrane.schema.PerformanceStats;
import dev.membrane.schema.PlanGraphPayload;
import dev.membrane.schema.PlanMetrics;
import dev.membrane.schema.PlanNode;
import dev.membrane.schema.RecipeStep;
import dev.membrane.schema.RecordView;
import dev.membrane.schema.RedactedRecord;
import dev.membrane.schema.SemanticPayload;
import dev.membrane.schema.TimelineEvent;
import dev.membrane.schema.ToolNode;
import dev.membrane.schema.Trigger;
import dev.membrane.schema.Validity;
import dev.membrane.schema.ValidityMode;
import dev.membrane.schema.WorkingPayload;
import dev.membrane.schema.json.RecordCodec;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;
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

  /** Longer arguments and results are cut: what matters of them is told in words. */
  private static final int LONGEST_JSON = 200;

  /** Stands between two parts. */
  static final String BETWEEN = " | ";

  private static final String THEN = " -> ";

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
        : List.of(LinePart.of(content(record)));
  }

  private static String content(MemoryRecord record) {
    if (record.payload() instanceof SemanticPayload fact) {
      return fact(fact, record);
    }
    if (record.payload() instanceof WorkingPayload working) {
      return working(working);
    }
    if (record.payload() instanceof CompetencePayload skill) {
      return skill(skill);
    }
    return plan((PlanGraphPayload) record.payload());
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
    String called = name(call.tool()) + arguments(call.args());
    return call.result() == null ? called : called + THEN + shortly(plain(call.result()));
  }

  private static String fact(SemanticPayload fact, MemoryRecord record) {
    String object = fact.object() instanceof JsonNull ? "" : " " + plain(fact.object());
    return (record.tags().contains("hearsay") ? "hearsay: " : "fact: ")
        + fact.subject()
        + (repeatsEvent(fact, record) ? " in a successful run:" : " " + fact.predicate())
        + object
        + validity(fact.validity());
  }

  /** Whether consolidation made it of the words of an event, whose kind is its subject. */
  private static boolean repeatsEvent(SemanticPayload fact, MemoryRecord record) {
    String maker = record.provenance().createdBy();
    return fact.predicate().equals(RelationNames.OBSERVED_IN)
        && maker != null
        && maker.startsWith(EngineActors.CONSOLIDATION);
  }

  private static String validity(Validity validity) {
    if (validity.mode() == ValidityMode.CONDITIONAL) {
      return " (if" + conditions(validity.conditions()) + ")";
    }
    if (validity.mode() == ValidityMode.TIMEBOXED) {
      return (validity.start() == null ? "" : " (from " + validity.start() + ")")
          + (validity.end() == null ? "" : " (until " + validity.end() + ")");
    }
    return "";
  }

  private static String working(WorkingPayload working) {
    List<String> parts = new ArrayList<>();
    add(parts, "", working.contextSummary());
    add(parts, "next: ", String.join("; ", working.nextActions()));
    add(parts, "open: ", String.join("; ", working.openQuestions()));
    add(parts, "constraints: ", joined("; ", working.activeConstraints(), RecordLine::constraint));
    String about = "task " + working.threadId() + " (" + working.state().wireName() + ")";
    return parts.isEmpty() ? about : about + ": " + String.join(BETWEEN, parts);
  }

  private static String constraint(Constraint constraint) {
    return constraint.type()
        + (constraint.key() == null ? "" : " " + constraint.key())
        + (constraint.value() == null ? "" : " " + plain(constraint.value()))
        + (constraint.required() ? "" : " (if possible)");
  }

  private static String skill(CompetencePayload skill) {
    List<String> parts = new ArrayList<>();
    add(parts, "when ", joined(" or ", skill.triggers(), RecordLine::trigger));
    add(parts, "", joined(THEN, skill.recipe(), RecordLine::step));
    add(parts, "fails by ", String.join("; ", skill.failureModes()));
    add(parts, "else ", String.join("; ", skill.fallbacks()));
    add(parts, "", success(skill.performance()));
    return "skill " + skill.skillName() + ": " + String.join(BETWEEN, parts);
  }

  private static String trigger(Trigger trigger) {
    JsonObject conditions = trigger.conditions();
    return trigger.signal()
        + (conditions == null || conditions.members().isEmpty()
            ? ""
            : " (if" + conditions(conditions) + ")");
  }

  private static String step(RecipeStep step) {
    String tool = step.tool();
    String words = tool == null || step.step().contains(tool) ? "" : " [" + tool + "]";
    return step.step() + words + arguments(step.argsSchema());
  }

  private static String success(@Nullable PerformanceStats stats) {
    if (stats == null) {
      return "";
    }
    // Claimed counts may be near the most that a number holds.
    long uses = stats.successCount() + stats.failureCount();
    return "succeeded " + stats.successCount() + " of " + (uses < 0 ? Long.MAX_VALUE : uses);
  }

  private static String plan(PlanGraphPayload plan) {
    List<String> parts = new ArrayList<>();
    add(parts, "", plan.intent());
    add(parts, "if", conditions(plan.constraints()));
    add(parts, "", PlanSteps.of(plan).text(RecordLine::node));
    PlanMetrics metrics = plan.metrics();
    if (metrics != null) {
      long failed = Math.round(100 * metrics.failureRate());
      parts.add("done " + metrics.executionCount() + " times, failed " + failed + " %");
    }
    return "plan: " + String.join(BETWEEN, parts);
  }

  private static String node(PlanNode node) {
    return node.op() + arguments(node.params());
  }

  private static String arguments(@Nullable JsonObject args) {
    return args == null || args.members().isEmpty() ? "" : "(" + shortly(CODEC.write(args)) + ")";
  }

  private static String shortly(String json) {
    return OneLine.cut(OneLine.of(json), LONGEST_JSON);
  }

  private static String conditions(@Nullable JsonObject conditions) {
    return conditions == null
        ? ""
        : conditions.members().entrySet().stream()
            .map(each -> " " + each.getKey() + " is " + plain(each.getValue()))
            .collect(Collectors.joining(","));
  }

  private static String plain(JsonValue value) {
    return value instanceof JsonString text ? text.value() : CODEC.write(value);
  }

  private static <T> String joined(String between, List<T> items, Function<T, String> text) {
    return items.stream().map(text).collect(Collectors.joining(between));
  }

  private static void add(List<String> parts, String before, @Nullable String text) {
    if (text != null && !text.isBlank()) {
      parts.add(before + text);
    }
  }
}
