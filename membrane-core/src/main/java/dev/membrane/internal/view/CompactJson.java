package dev.membrane.internal.view;

import dev.membrane.schema.CompetencePayload;
import dev.membrane.schema.Constraint;
import dev.membrane.schema.EpisodicPayload;
import dev.membrane.schema.JsonObject;
import dev.membrane.schema.MemoryRecord;
import dev.membrane.schema.OutcomeStatus;
import dev.membrane.schema.PerformanceStats;
import dev.membrane.schema.PlanEdge;
import dev.membrane.schema.PlanGraphPayload;
import dev.membrane.schema.PlanMetrics;
import dev.membrane.schema.PlanNode;
import dev.membrane.schema.RecipeStep;
import dev.membrane.schema.RecordView;
import dev.membrane.schema.RedactedRecord;
import dev.membrane.schema.RevisionStatus;
import dev.membrane.schema.SemanticPayload;
import dev.membrane.schema.TimelineEvent;
import dev.membrane.schema.ToolNode;
import dev.membrane.schema.Trigger;
import dev.membrane.schema.Validity;
import dev.membrane.schema.ValidityMode;
import dev.membrane.schema.WorkingPayload;
import org.jspecify.annotations.Nullable;

/** Records with only the members that a model needs. */
public final class CompactJson {

  private CompactJson() {}

  /**
   * The compact form of a record, or of its header.
   *
   * @param marks those of its answer
   */
  public static JsonObject of(RecordView view, AnswerMarks marks) {
    return view instanceof MemoryRecord record
        ? full(record, marks)
        : header((RedactedRecord) view);
  }

  private static JsonObject header(RedactedRecord record) {
    return about(record).put("redacted", true).json();
  }

  private static Members about(RecordView record) {
    return new Members()
        .put("id", record.id())
        .put("type", record.type().wireName())
        .put("scope", record.scope())
        .put("date", Attribution.date(record).toString())
        .put("confidence", record.confidence());
  }

  private static JsonObject full(MemoryRecord record, AnswerMarks marks) {
    return about(record)
        .put("status", status(record))
        .put("hearsay", isHearsay(record) ? true : null)
        .put("age", marks.conflicts().age(record))
        .put("stopped_working", marks.hasStopped(record) ? true : null)
        .put("content", content(record))
        .json();
  }

  /** Said only of what is not held to be true. */
  static @Nullable String status(MemoryRecord record) {
    var revision = record.revision();
    if (revision == null) {
      return null;
    }
    if (revision.isRetired()) {
      return RevisionStatus.RETRACTED.wireName();
    }
    return revision.status() == RevisionStatus.CONTESTED ? revision.status().wireName() : null;
  }

  /** Whether only a tool or the assistant said it. */
  static boolean isHearsay(MemoryRecord record) {
    return record.payload() instanceof SemanticPayload
        && record.tags().contains(MemoryRecord.HEARSAY);
  }

  private static JsonObject content(MemoryRecord record) {
    if (record.payload() instanceof EpisodicPayload episode) {
      return episode(record, episode);
    }
    if (record.payload() instanceof SemanticPayload fact) {
      return fact(fact);
    }
    if (record.payload() instanceof WorkingPayload working) {
      return working(working);
    }
    if (record.payload() instanceof CompetencePayload skill) {
      return skill(skill);
    }
    return plan((PlanGraphPayload) record.payload());
  }

  private static JsonObject episode(MemoryRecord record, EpisodicPayload episode) {
    Reporters reporters = new Reporters(record);
    OutcomeStatus outcome = episode.outcome();
    return new Members()
        .put("timeline", Attribution.events(record, episode), event -> event(event, reporters))
        .put("tool_graph", episode.toolGraph(), CompactJson::call)
        .put("outcome", outcome == null ? null : outcome.wireName())
        .json();
  }

  private static JsonObject event(TimelineEvent event, Reporters reporters) {
    return new Members()
        .put("source", reporters.of(event))
        .put("event_kind", event.eventKind())
        .put("summary", event.summary())
        .json();
  }

  private static JsonObject call(ToolNode call) {
    return new Members()
        .put("tool", call.tool())
        .put("args", call.args())
        .put("result", call.result())
        .json();
  }

  private static JsonObject fact(SemanticPayload fact) {
    Validity validity = fact.validity();
    return new Members()
        .put("subject", fact.subject())
        .put("predicate", fact.predicate())
        .put("object", fact.object())
        .put("conditions", validity.conditions())
        .put("from", validity.mode() == ValidityMode.TIMEBOXED ? text(validity.start()) : null)
        .put("to", validity.mode() == ValidityMode.TIMEBOXED ? text(validity.end()) : null)
        .json();
  }

  private static @Nullable String text(@Nullable Object value) {
    return value == null ? null : value.toString();
  }

  private static JsonObject working(WorkingPayload working) {
    return new Members()
        .put("thread_id", working.threadId())
        .put("state", working.state().wireName())
        .put("context_summary", working.contextSummary())
        .put("next_actions", working.nextActions())
        .put("open_questions", working.openQuestions())
        .put("active_constraints", working.activeConstraints(), CompactJson::constraint)
        .json();
  }

  private static JsonObject constraint(Constraint constraint) {
    return new Members()
        .put("type", constraint.type())
        .put("key", constraint.key())
        .put("value", constraint.value())
        .put("required", constraint.required())
        .json();
  }

  private static JsonObject skill(CompetencePayload skill) {
    PerformanceStats stats = skill.performance();
    return new Members()
        .put("skill_name", skill.skillName())
        .put("triggers", skill.triggers(), CompactJson::trigger)
        .put("recipe", skill.recipe(), CompactJson::step)
        .put("failure_modes", skill.failureModes())
        .put("fallbacks", skill.fallbacks())
        .put("success_count", stats == null ? null : stats.successCount())
        .put("failure_count", stats == null ? null : stats.failureCount())
        .json();
  }

  private static JsonObject trigger(Trigger trigger) {
    return new Members()
        .put("signal", trigger.signal())
        .put("conditions", trigger.conditions())
        .json();
  }

  private static JsonObject step(RecipeStep step) {
    return new Members()
        .put("step", step.step())
        .put("tool", step.tool())
        .put("args_schema", step.argsSchema())
        .put("validation", step.validation())
        .json();
  }

  private static JsonObject plan(PlanGraphPayload plan) {
    PlanMetrics metrics = plan.metrics();
    return new Members()
        .put("intent", plan.intent())
        .put("constraints", plan.constraints())
        .put("nodes", plan.nodes(), CompactJson::node)
        .put("edges", plan.edges(), CompactJson::edge)
        .put("execution_count", metrics == null ? null : metrics.executionCount())
        .put("failure_rate", metrics == null ? null : metrics.failureRate())
        .json();
  }

  private static JsonObject node(PlanNode node) {
    return new Members()
        .put("id", node.id())
        .put("op", node.op())
        .put("params", node.params())
        .put("guards", node.guards())
        .json();
  }

  private static JsonObject edge(PlanEdge edge) {
    return new Members().put("from", edge.from()).put("to", edge.to()).json();
  }
}
