package dev.membrane.protocol;

import dev.membrane.Caller;
import dev.membrane.EventRequest;
import dev.membrane.IngestAnswer;
import dev.membrane.IngestOptions;
import dev.membrane.ObservationRequest;
import dev.membrane.ObservationRequest.IfKnown;
import dev.membrane.ObservationRequest.OnConflict;
import dev.membrane.OutcomeRequest;
import dev.membrane.RecordRequest;
import dev.membrane.ToolOutputRequest;
import dev.membrane.WorkingStateRequest;
import dev.membrane.grpc.v1.IngestEventRequest;
import dev.membrane.grpc.v1.IngestObservationRequest;
import dev.membrane.grpc.v1.IngestOutcomeRequest;
import dev.membrane.grpc.v1.IngestRecordRequest;
import dev.membrane.grpc.v1.IngestResponse;
import dev.membrane.grpc.v1.IngestToolOutputRequest;
import dev.membrane.grpc.v1.IngestWorkingStateRequest;
import dev.membrane.schema.DeletionPolicy;
import dev.membrane.schema.OutcomeStatus;
import dev.membrane.schema.RecordDraft;
import dev.membrane.schema.Sensitivity;
import dev.membrane.schema.TaskState;
import dev.membrane.schema.ToolEffect;
import dev.membrane.schema.ValidationException;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Translates the ingest requests for the engine, which refuses those that lack something. */
final class IngestMapping {

  private IngestMapping() {}

  static EventRequest event(IngestEventRequest from, Caller caller) {
    EventRequest.Builder request =
        EventRequest.builder()
            .source(from.getSource())
            .eventKind(from.getEventKind())
            .ref(from.getRef())
            .options(
                options(
                        from.getTimestamp(),
                        from.getTagsList(),
                        from.getScope(),
                        from.getSensitivity(),
                        isUnscoped(from.hasUnscoped(), from.getUnscoped(), from.getScope(), caller))
                    .episode(from.getEpisode())
                    .idempotencyKey(from.getIdempotencyKey()));
    Fields.set(Fields.text(from.getSummary()), request::summary);
    Fields.set(Fields.json("data", from.getData()), request::data);
    Fields.set(policy(from.getDeletionPolicy()), request::deletionPolicy);
    return request.build();
  }

  static ToolOutputRequest toolOutput(IngestToolOutputRequest from, Caller caller) {
    ToolOutputRequest.Builder request =
        ToolOutputRequest.builder()
            .source(from.getSource())
            .toolName(from.getToolName())
            .dependsOn(from.getDependsOnList());
    Fields.set(Fields.object("args", from.getArgs()), request::args);
    Fields.set(Fields.json("result", from.getResult()), request::result);
    Fields.set(Fields.json("data", from.getData()), request::data);
    Fields.set(policy(from.getDeletionPolicy()), request::deletionPolicy);
    Fields.set(
        Fields.oneOfOrNull("effect", from.getEffect(), ToolEffect.values(), ToolEffect::wireName),
        request::effect);
    return request
        .options(
            options(
                    from.getTimestamp(),
                    from.getTagsList(),
                    from.getScope(),
                    from.getSensitivity(),
                    isUnscoped(from.hasUnscoped(), from.getUnscoped(), from.getScope(), caller))
                .episode(from.getEpisode())
                .idempotencyKey(from.getIdempotencyKey()))
        .build();
  }

  static ObservationRequest observation(IngestObservationRequest from, Caller caller) {
    ObservationRequest.Builder request =
        ObservationRequest.builder()
            .source(from.getSource())
            .subject(from.getSubject())
            .predicate(from.getPredicate());
    Fields.set(Fields.json("object", from.getObject()), request::object);
    request.options(
        options(
                from.getTimestamp(),
                from.getTagsList(),
                from.getScope(),
                from.getSensitivity(),
                isUnscoped(from.hasUnscoped(), from.getUnscoped(), from.getScope(), caller))
            .idempotencyKey(from.getIdempotencyKey()));
    Fields.set(
        Fields.oneOfOrNull("if_known", from.getIfKnown(), IfKnown.values(), IfKnown::wireName),
        request::ifKnown);
    Fields.set(
        Fields.oneOfOrNull(
            "on_conflict", from.getOnConflict(), OnConflict.values(), OnConflict::wireName),
        request::onConflict);
    return request.build();
  }

  static OutcomeRequest outcome(IngestOutcomeRequest from) {
    OutcomeRequest.Builder request =
        OutcomeRequest.builder()
            .source(from.getSource())
            .targetRecordId(from.getTargetRecordId())
            .usedRecordIds(from.getUsedRecordIdsList())
            .idempotencyKey(from.getIdempotencyKey());
    Fields.set(
        Fields.oneOfOrNull(
            "outcome_status",
            from.getOutcomeStatus(),
            OutcomeStatus.values(),
            OutcomeStatus::wireName),
        request::status);
    Fields.set(Fields.timestamp(from.getTimestamp()), request::timestamp);
    return request.build();
  }

  static WorkingStateRequest workingState(IngestWorkingStateRequest from, Caller caller) {
    WorkingStateRequest.Builder request =
        WorkingStateRequest.builder()
            .source(from.getSource())
            .threadId(from.getThreadId())
            .nextActions(from.getNextActionsList())
            .openQuestions(from.getOpenQuestionsList());
    Fields.set(
        Fields.oneOfOrNull("state", from.getState(), TaskState.values(), TaskState::wireName),
        request::state);
    Fields.set(Fields.text(from.getContextSummary()), request::contextSummary);
    return request
        .activeConstraints(Fields.constraints("active_constraints", from.getActiveConstraints()))
        .options(
            options(
                    from.getTimestamp(),
                    from.getTagsList(),
                    from.getScope(),
                    from.getSensitivity(),
                    isUnscoped(from.hasUnscoped(), from.getUnscoped(), from.getScope(), caller))
                .idempotencyKey(from.getIdempotencyKey()))
        .build();
  }

  static RecordRequest record(IngestRecordRequest from, Caller caller) {
    RecordDraft draft = Fields.draft("record", from.getRecord());
    String scope = Objects.requireNonNullElse(draft.scope(), "");
    RecordRequest.Builder request =
        RecordRequest.builder()
            .record(draft)
            .source(from.getSource())
            .idempotencyKey(from.getIdempotencyKey());
    return isUnscoped(from.hasUnscoped(), from.getUnscoped(), scope, caller)
        ? request.unscoped().build()
        : request.build();
  }

  static IngestResponse response(IngestAnswer answer) {
    return IngestResponse.newBuilder()
        .setRecord(Fields.bytes(answer.record()))
        .setResult(answer.result().wireName())
        .addAllConflicts(answer.conflicts())
        .setWithdrawn(Objects.requireNonNullElse(answer.withdrawn(), ""))
        .addAllSkipped(answer.skipped())
        .build();
  }

  /** An episode that nothing deletes cannot be asked for. */
  private static @Nullable DeletionPolicy policy(String name) {
    DeletionPolicy[] policies = {DeletionPolicy.AUTO_PRUNE, DeletionPolicy.MANUAL_ONLY};
    return Fields.oneOfOrNull("deletion_policy", name, policies, DeletionPolicy::wireName);
  }

  private static IngestOptions options(
      String timestamp, List<String> tags, String scope, String sensitivity, boolean isUnscoped) {
    Instant when = Fields.timestamp(timestamp);
    IngestOptions options = IngestOptions.NONE.tags(tags);
    options = when == null ? options : options.timestamp(when);
    if (isUnscoped) {
      options = options.unscoped();
    } else if (!scope.isEmpty()) {
      options = options.scope(scope);
    }
    Sensitivity level = Fields.sensitivity(sensitivity);
    return level == null ? options : options.sensitivity(level);
  }

  /**
   * Whether a record is for everybody. Whoever has no scopes, names none and does not say means so.
   *
   * @throws ValidationException if it is said of what has a scope
   */
  private static boolean isUnscoped(boolean isSaid, boolean said, String scope, Caller caller) {
    if (said && !scope.isEmpty()) {
      throw new ValidationException("unscoped", "cannot be set together with scope");
    }
    return isSaid ? said : scope.isEmpty() && !caller.hasScopes();
  }
}
