package dev.membrane.schema.json;

import dev.membrane.schema.Constraint;
import dev.membrane.schema.JsonValue;
import dev.membrane.schema.MemoryType;
import dev.membrane.schema.RevisionState;
import dev.membrane.schema.TaskState;
import dev.membrane.schema.WorkingPayload;
import java.io.IOException;
import java.util.List;

/** Task states in JSON. */
final class WorkingJson {

  private WorkingJson() {}

  static WorkingPayload working(MemberReader in) throws IOException {
    String threadId = null;
    TaskState state = null;
    List<Constraint> activeConstraints = null;
    List<String> nextActions = null;
    List<String> openQuestions = null;
    String contextSummary = null;
    RevisionState revision = null;
    while (in.next()) {
      switch (in.name()) {
        case "thread_id" -> threadId = in.text();
        case "state" -> state = in.constant(TaskState::of);
        case "active_constraints" -> activeConstraints = in.objects(WorkingJson::constraint);
        case "next_actions" -> nextActions = in.texts();
        case "open_questions" -> openQuestions = in.texts();
        case "context_summary" -> contextSummary = in.text();
        case "revision" -> revision = in.object(PayloadJson::revision);
        default -> in.skip();
      }
    }
    return new WorkingPayload(
        in.required("thread_id", threadId),
        in.required("state", state),
        in.orEmpty(activeConstraints),
        in.orEmpty(nextActions),
        in.orEmpty(openQuestions),
        contextSummary,
        revision);
  }

  static void working(MemberWriter out, WorkingPayload value) throws IOException {
    out.constant("kind", value.kind(), MemoryType::wireName);
    out.text("thread_id", value.threadId());
    out.constant("state", value.state(), TaskState::wireName);
    out.objectsIfAny("active_constraints", value.activeConstraints(), WorkingJson::constraint);
    out.textsIfAny("next_actions", value.nextActions());
    out.textsIfAny("open_questions", value.openQuestions());
    out.text("context_summary", value.contextSummary());
    out.object("revision", value.revision(), PayloadJson::revision);
  }

  static Constraint constraint(MemberReader in) throws IOException {
    String type = null;
    String key = null;
    JsonValue value = null;
    Boolean required = null;
    while (in.next()) {
      switch (in.name()) {
        case "type" -> type = in.text();
        case "key" -> key = in.text();
        case "value" -> value = in.freeForm();
        case "required" -> required = in.truth();
        default -> in.skip();
      }
    }
    return new Constraint(type, key, value, Boolean.TRUE.equals(required));
  }

  static void constraint(MemberWriter out, Constraint value) throws IOException {
    out.text("type", value.type());
    out.text("key", value.key());
    out.freeForm("value", value.value());
    out.truth("required", value.required());
  }
}
