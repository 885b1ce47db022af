package dev.membrane.internal.ingest;

import dev.membrane.EventRequest;
import dev.membrane.IngestOptions;
import dev.membrane.ObservationRequest;
import dev.membrane.OutcomeRequest;
import dev.membrane.RecordRequest;
import dev.membrane.ToolOutputRequest;
import dev.membrane.WorkingStateRequest;
import dev.membrane.internal.value.TextRules;
import dev.membrane.schema.Constraint;
import dev.membrane.schema.DeletionPolicy;
import dev.membrane.schema.JsonValue;
import dev.membrane.schema.Limits;
import dev.membrane.schema.Timestamps;
import dev.membrane.schema.ValidationException;
import dev.membrane.schema.Visible;
import dev.membrane.schema.json.RecordCodec;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Refuses requests that are too large, have forbidden characters in a text, or ask for a value that
 * does not exist, before anything else is done with them. Errors name fields as they are named on
 * the wire.
 */
final class IngestLimits {

  private static final RecordCodec CODEC = new RecordCodec();

  private IngestLimits() {}

  static void check(EventRequest request) {
    text("source", request.source());
    text("event_kind", request.eventKind());
    text("ref", request.ref());
    text("summary", request.summary());
    json("data", request.data());
    policy(request.deletionPolicy());
    check(request.options());
  }

  static void check(ToolOutputRequest request) {
    text("source", request.source());
    text("tool_name", request.toolName());
    json("args", request.args());
    json("result", request.result());
    texts("depends_on", request.dependsOn());
    json("data", request.data());
    policy(request.deletionPolicy());
    check(request.options());
  }

  static void check(ObservationRequest request) {
    text("source", request.source());
    text("subject", request.subject());
    text("predicate", request.predicate());
    json("object", request.object());
    noEpisode(request.options());
    check(request.options());
  }

  static void check(OutcomeRequest request) {
    text("source", request.source());
    text("target_record_id", request.targetRecordId());
    instant(request.timestamp());
    identifier("idempotency_key", request.idempotencyKey());
    texts("used_record_ids", request.usedRecordIds());
  }

  static void check(WorkingStateRequest request) {
    text("source", request.source());
    identifier("thread_id", request.threadId());
    texts("next_actions", request.nextActions());
    texts("open_questions", request.openQuestions());
    text("context_summary", request.contextSummary());
    Limits.checkList("active_constraints", request.activeConstraints());
    json("active_constraints", json(request.activeConstraints()));
    noEpisode(request.options());
    check(request.options());
  }

  /** The record itself is checked when it is complete. */
  static void check(RecordRequest request) {
    text("source", request.source());
    identifier("idempotency_key", request.idempotencyKey());
  }

  private static void check(IngestOptions options) {
    instant(options.timestamp());
    Limits.checkTags(options.tags());
    options.tags().forEach(IngestLimits::tag);
    identifier("scope", options.scope());
    identifier("episode", options.episode());
    identifier("idempotency_key", options.idempotencyKey());
  }

  private static void noEpisode(IngestOptions options) {
    if (options.episode() != null && !options.episode().isEmpty()) {
      throw new ValidationException("episode", "is for events and tool outputs only");
    }
  }

  private static void policy(@Nullable DeletionPolicy policy) {
    if (policy == DeletionPolicy.NEVER) {
      throw ValidationException.worded(
          "deletion_policy", "deletion_policy must be one of: auto_prune, manual_only");
    }
  }

  private static void texts(String field, List<String> items) {
    Limits.checkList(field, items);
    for (int i = 0; i < items.size(); i++) {
      text(field + "[" + i + "]", items.get(i));
    }
  }

  private static void text(String field, @Nullable String text) {
    if (text != null) {
      TextRules.check(field, text);
    }
  }

  private static void tag(String tag) {
    text("tags", tag);
    Visible.checkName("tags", tag);
  }

  private static void identifier(String field, @Nullable String text) {
    text(field, text);
    if (text != null) {
      Visible.checkIdentifier(field, text);
    }
  }

  private static void instant(@Nullable Instant timestamp) {
    if (timestamp != null && !Timestamps.isInRange(timestamp)) {
      throw new ValidationException("timestamp", "must be within the years 0001 to 9999");
    }
  }

  private static void json(String field, @Nullable JsonValue value) {
    if (value != null) {
      Limits.checkFreeForm(field, value);
      Limits.checkJson(field, CODEC.write(value));
    }
  }

  private static JsonValue json(List<Constraint> constraints) {
    return JsonValue.of(constraints.stream().map(IngestLimits::members).toList());
  }

  /** As a caller would write it at the shortest. */
  private static Map<String, Object> members(Constraint constraint) {
    Map<String, Object> members = new HashMap<>();
    putIfGiven(members, "type", constraint.type());
    putIfGiven(members, "key", constraint.key());
    putIfGiven(members, "value", constraint.value());
    putIfGiven(members, "required", constraint.required() ? true : null);
    return members;
  }

  private static void putIfGiven(Map<String, Object> members, String name, @Nullable Object value) {
    if (value != null) {
      members.put(name, value);
    }
  }
}
