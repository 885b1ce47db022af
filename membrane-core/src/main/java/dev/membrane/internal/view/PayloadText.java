package dev.membrane.internal.view;

import dev.membrane.internal.keys.EngineActors;
import dev.membrane.internal.keys.RelationNames;
import dev.membrane.schema.CompetencePayload;
import dev.membrane.schema.Constraint;
import dev.membrane.schema.JsonNull;
import dev.membrane.schema.JsonObject;
import dev.membrane.schema.MemoryRecord;
import dev.membrane.schema.PerformanceStats;
import dev.membrane.schema.PlanGraphPayload;
import dev.membrane.schema.PlanMetrics;
import dev.membrane.schema.PlanNode;
import dev.membrane.schema.RecipeStep;
import dev.membrane.schema.SemanticPayload;
import dev.membrane.schema.Trigger;
import dev.membrane.schema.Validity;
import dev.membrane.schema.ValidityMode;
import dev.membrane.schema.WorkingPayload;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** What a record that is no episode says, in words. */
final class PayloadText {

  private static final String THEN = " -> ";

  private PayloadText() {}

  /** The content of a record that is no episode. */
  static String of(MemoryRecord record) {
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

  private static String fact(SemanticPayload fact, MemoryRecord record) {
    boolean hasObject = !(fact.object() instanceof JsonNull);
    String predicate =
        repeatsEvent(fact, record) ? "in a successful run:" : ToldText.ofFact(fact.predicate());
    return (CompactJson.isHearsay(record) ? "hearsay: " : "fact: ")
        + ToldText.subject(fact.subject())
        + " "
        + predicate
        + (hasObject ? " " + ToldText.ofFact(fact.object()) : "")
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
    add(parts, "", told(working.contextSummary()));
    add(parts, "next: ", joined("; ", working.nextActions(), ToldText::of));
    add(parts, "open: ", joined("; ", working.openQuestions(), ToldText::of));
    add(parts, "constraints: ", joined("; ", working.activeConstraints(), PayloadText::constraint));
    String about =
        "task " + ToldText.ofFact(working.threadId()) + " (" + working.state().wireName() + ")";
    return parts.isEmpty() ? about : about + ": " + String.join(ToldText.BETWEEN, parts);
  }

  private static String constraint(Constraint constraint) {
    return told(constraint.type())
        + (constraint.key() == null ? "" : " " + ToldText.of(constraint.key()))
        + (constraint.value() == null ? "" : " " + ToldText.ofFact(constraint.value()))
        + (constraint.required() ? "" : " (if possible)");
  }

  private static String skill(CompetencePayload skill) {
    List<String> parts = new ArrayList<>();
    add(parts, "when ", joined(" or ", skill.triggers(), PayloadText::trigger));
    add(parts, "", joined(THEN, skill.recipe(), PayloadText::step));
    add(parts, "fails by ", joined("; ", skill.failureModes(), ToldText::of));
    add(parts, "else ", joined("; ", skill.fallbacks(), ToldText::of));
    add(parts, "", success(skill.performance()));
    return "skill " + ToldText.of(skill.skillName()) + ": " + String.join(ToldText.BETWEEN, parts);
  }

  private static String trigger(Trigger trigger) {
    JsonObject conditions = trigger.conditions();
    return ToldText.ofFact(trigger.signal())
        + (conditions == null || conditions.members().isEmpty()
            ? ""
            : " (if" + conditions(conditions) + ")");
  }

  private static String step(RecipeStep step) {
    String tool = step.tool();
    String words =
        tool == null || step.step().contains(tool) ? "" : " [" + ToldText.ofStep(tool) + "]";
    return ToldText.ofStep(step.step()) + words + ToldText.arguments(step.argsSchema());
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
    add(parts, "", told(plan.intent()));
    add(parts, "if", conditions(plan.constraints()));
    add(parts, "", PlanSteps.of(plan).text(PayloadText::node));
    PlanMetrics metrics = plan.metrics();
    if (metrics != null) {
      long failed = Math.round(100 * metrics.failureRate());
      parts.add("done " + metrics.executionCount() + " times, failed " + failed + " %");
    }
    return "plan: " + String.join(ToldText.BETWEEN, parts);
  }

  private static String node(PlanNode node) {
    return ToldText.ofStep(node.op()) + ToldText.arguments(node.params());
  }

  private static String conditions(@Nullable JsonObject conditions) {
    return conditions == null
        ? ""
        : conditions.members().entrySet().stream()
            .map(
                each ->
                    " " + ToldText.of(each.getKey()) + " is " + ToldText.ofFact(each.getValue()))
            .collect(Collectors.joining(","));
  }

  private static String told(@Nullable String text) {
    return text == null ? "" : ToldText.of(text);
  }

  private static <T> String joined(String between, List<T> items, Function<T, String> text) {
    return items.stream().map(text).collect(Collectors.joining(between));
  }

  private static void add(List<String> parts, String before, String text) {
    if (!text.isBlank()) {
      parts.add(before + text);
    }
  }
}
