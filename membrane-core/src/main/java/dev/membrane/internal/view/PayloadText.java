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
import dev.membrane.schema.RecipeStep;
import dev.membrane.schema.SemanticPayload;
import dev.membrane.schema.Trigger;
import dev.membrane.schema.Validity;
import dev.membrane.schema.ValidityMode;
import dev.membrane.schema.WorkingPayload;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** What a record that is no episode says, in words. */
final class PayloadText {

  private static final String THEN = " -> ";

  private PayloadText() {}

  /** The content of a record that is no episode. */
  static RecordStatement of(MemoryRecord record) {
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

  private static RecordStatement fact(SemanticPayload fact, MemoryRecord record) {
    List<Phrase> phrases = new ArrayList<>();
    phrases.add(Phrase.told("", fact.subject(), ToldText::subject));
    phrases.add(
        repeatsEvent(fact, record)
            ? whole("in a successful run:")
            : Phrase.told("", fact.predicate(), ToldText::ofFact));
    if (!(fact.object() instanceof JsonNull)) {
      phrases.add(ToldText.phrase(fact.object()));
    }
    phrases.addAll(validity(fact.validity()));
    String kind = CompactJson.isHearsay(record) ? "hearsay: " : "fact: ";
    return new RecordStatement(new Clause(kind, " ", phrases), List.of());
  }

  /** Whether consolidation made it of the words of an event, whose kind is its subject. */
  private static boolean repeatsEvent(SemanticPayload fact, MemoryRecord record) {
    String maker = record.provenance().createdBy();
    return fact.predicate().equals(RelationNames.OBSERVED_IN)
        && maker != null
        && maker.startsWith(EngineActors.CONSOLIDATION);
  }

  private static List<Phrase> validity(Validity validity) {
    List<Phrase> limits = new ArrayList<>();
    if (validity.mode() == ValidityMode.CONDITIONAL) {
      limits.add(Phrase.limit("(if" + conditions(validity.conditions()) + ")", "(if …)"));
    }
    if (validity.mode() == ValidityMode.TIMEBOXED && validity.start() != null) {
      limits.add(whole("(from " + validity.start() + ")"));
    }
    if (validity.mode() == ValidityMode.TIMEBOXED && validity.end() != null) {
      limits.add(whole("(until " + validity.end() + ")"));
    }
    return limits;
  }

  private static RecordStatement working(WorkingPayload working) {
    List<Clause> clauses = new ArrayList<>();
    String summary = Objects.requireNonNullElse(working.contextSummary(), "");
    add(clauses, "", "", List.of(summary), PayloadText::told);
    add(clauses, "next: ", "; ", working.nextActions(), PayloadText::told);
    add(clauses, "open: ", "; ", working.openQuestions(), PayloadText::told);
    add(clauses, "constraints: ", "; ", working.activeConstraints(), PayloadText::constraint);
    String state = " (" + working.state().wireName() + ")" + (clauses.isEmpty() ? "" : ":");
    Phrase task = Phrase.told("", working.threadId(), ToldText::task).with(state, state);
    return new RecordStatement(new Clause("task ", "", List.of(task)), clauses);
  }

  /** One that is required limits what may be done. */
  private static Phrase constraint(Constraint constraint) {
    String about =
        ToldText.ofItem(Objects.requireNonNullElse(constraint.type(), ""))
            + (constraint.key() == null ? "" : " " + ToldText.ofItem(constraint.key()));
    String value = constraint.value() == null ? "" : " " + ToldText.ofItem(constraint.value());
    if (constraint.required()) {
      return Phrase.limit(about + value, Phrase.MISSING);
    }
    String possible = " (if possible)";
    return constraint.value() == null
        ? Phrase.told("", "", UnaryOperator.identity()).with(about + possible, possible)
        : ToldText.phraseOfItem(about + " ", constraint.value()).with(possible, possible);
  }

  private static RecordStatement skill(CompetencePayload skill) {
    List<Clause> clauses = new ArrayList<>();
    add(clauses, "when ", " or ", skill.triggers(), PayloadText::trigger);
    add(clauses, "", THEN, skill.recipe(), PayloadText::step);
    add(clauses, "fails by ", "; ", skill.failureModes(), PayloadText::told);
    add(clauses, "else ", "; ", skill.fallbacks(), PayloadText::told);
    add(clauses, "", "", List.of(success(skill.performance())), PayloadText::whole);
    Phrase name = told(skill.skillName()).with(":", ":");
    return new RecordStatement(new Clause("skill ", "", List.of(name)), clauses);
  }

  private static Phrase trigger(Trigger trigger) {
    JsonObject conditions = trigger.conditions();
    Phrase signal = Phrase.told("", trigger.signal(), ToldText::ofFact);
    return conditions == null || conditions.members().isEmpty()
        ? signal
        : signal.with(" (if" + conditions(conditions) + ")", " (if …)");
  }

  private static Phrase step(RecipeStep step) {
    String tool = step.tool();
    String words =
        tool == null || step.step().contains(tool) ? "" : " [" + ToldText.ofStep(tool) + "]";
    String how = words + ToldText.arguments(step.argsSchema());
    return Phrase.told("", step.step(), ToldText::ofStep).with(how, how);
  }

  private static String success(@Nullable PerformanceStats stats) {
    if (stats == null) {
      return "";
    }
    // Claimed counts may be near the most that a number holds.
    long uses = stats.successCount() + stats.failureCount();
    return "succeeded " + stats.successCount() + " of " + (uses < 0 ? Long.MAX_VALUE : uses);
  }

  private static RecordStatement plan(PlanGraphPayload plan) {
    List<Clause> clauses = new ArrayList<>();
    String intent = Objects.requireNonNullElse(plan.intent(), "");
    add(clauses, "", "", List.of(intent), PayloadText::told);
    String conditions = conditions(plan.constraints());
    add(clauses, "if", "", List.of(conditions), all -> Phrase.limit(all, " " + Phrase.MISSING));
    add(clauses, PlanSteps.of(plan).clause());
    PlanMetrics metrics = plan.metrics();
    if (metrics != null) {
      long failed = Math.round(100 * metrics.failureRate());
      String done = "done " + metrics.executionCount() + " times, failed " + failed + " %";
      add(clauses, "", "", List.of(done), PayloadText::whole);
    }
    return new RecordStatement(new Clause("plan:", "", List.of()), clauses);
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

  private static Phrase told(String text) {
    return Phrase.told("", text, ToldText::of);
  }

  /** What is too short to be cut. */
  private static Phrase whole(String text) {
    return Phrase.limit(text, text);
  }

  private static <T> void add(
      List<Clause> clauses,
      String lead,
      String between,
      List<T> items,
      Function<T, Phrase> phrase) {
    add(clauses, new Clause(lead, between, items.stream().map(phrase).toList()));
  }

  /** Adds a clause that says something. */
  private static void add(List<Clause> clauses, Clause clause) {
    if (clause.text().length() > clause.lead().length()) {
      clauses.add(clause);
    }
  }
}
