package dev.membrane.grpc;

import dev.membrane.grpc.v1.IngestEventRequest;
import dev.membrane.grpc.v1.IngestObservationRequest;
import dev.membrane.grpc.v1.IngestOutcomeRequest;
import dev.membrane.grpc.v1.IngestRecordRequest;
import dev.membrane.grpc.v1.IngestResponse;
import dev.membrane.grpc.v1.IngestToolOutputRequest;
import dev.membrane.grpc.v1.IngestWorkingStateRequest;
import dev.membrane.ingest.EventRequest;
import dev.membrane.ingest.IfKnown;
import dev.membrane.ingest.IngestAnswer;
import dev.membrane.ingest.IngestOptions;
import dev.membrane.ingest.ObservationRequest;
import dev.membrane.ingest.OnConflict;
import dev.membrane.ingest.OutcomeRequest;
import dev.membrane.ingest.RecordRequest;
import dev.membrane.ingest.ToolOutputRequest;
import dev.membrane.ingest.WorkingStateRequest;
import dev.membrane.schema.Constraint;
import dev.membrane.schema.OutcomeStatus;
import dev.membrane.schema.TaskState;
import java.util.List;

/** The ingest requests as the engine knows them. What is missing is for the engine to refuse. */
final class IngestMapping {

  private IngestMapping() {}

  static EventRequest event(IngestEventRequest from) {
    return new EventRequest(
        from.getSource(),
        from.getEventKind(),
        from.getRef(),
        Fields.text(from.getSummary()),
        options(from.getTimestamp(), from.getTagsList(), from.getScope(), from.getSensitivity())
            .ofEpisode(Fields.text(from.getEpisode()))
            .once(Fields.text(from.getIdempotencyKey())));
  }

  static ToolOutputRequest toolOutput(IngestToolOutputRequest from) {
    return new ToolOutputRequest(
        from.getSource(),
        from.getToolName(),
        Fields.object("args", from.getArgs()),
        Fields.json("result", from.getResult()),
        from.getDependsOnList(),
        options(from.getTimestamp(), from.getTagsList(), from.getScope(), from.getSensitivity())
            .ofEpisode(Fields.text(from.getEpisode()))
            .once(Fields.text(from.getIdempotencyKey())));
  }

  static ObservationRequest observation(IngestObservationRequest from) {
    return new ObservationRequest(
        from.getSource(),
        from.getSubject(),
        from.getPredicate(),
        Fields.json("object", from.getObject()),
        options(from.getTimestamp(), from.getTagsList(), from.getScope(), from.getSensitivity())
            .once(Fields.text(from.getIdempotencyKey())),
        Fields.oneOfOrNull("if_known", from.getIfKnown(), IfKnown.values(), IfKnown::wireName),
        Fields.oneOfOrNull(
            "on_conflict", from.getOnConflict(), OnConflict.values(), OnConflict::wireName));
  }

  static OutcomeRequest outcome(IngestOutcomeRequest from) {
    return new OutcomeRequest(
        from.getSource(),
        from.getTargetRecordId(),
        Fields.oneOfOrNull(
            "outcome_status",
            from.getOutcomeStatus(),
            OutcomeStatus.values(),
            OutcomeStatus::wireName),
        Fields.timestamp(from.getTimestamp()),
        from.getUsedRecordIdsList(),
        Fields.text(from.getIdempotencyKey()));
  }

  static WorkingStateRequest workingState(IngestWorkingStateRequest from) {
    return new WorkingStateRequest(
        from.getSource(),
        from.getThreadId(),
        Fields.oneOfOrNull("state", from.getState(), TaskState.values(), TaskState::wireName),
        from.getNextActionsList(),
        from.getOpenQuestionsList(),
        Fields.text(from.getContextSummary()),
        constraints(from.getActiveConstraints()),
        options(from.getTimestamp(), from.getTagsList(), from.getScope(), from.getSensitivity())
            .once(Fields.text(from.getIdempotencyKey())));
  }

  static RecordRequest record(IngestRecordRequest from) {
    return new RecordRequest(
        Fields.CODEC.decodeDraft("record", from.getRecord()),
        from.getSource(),
        Fields.text(from.getIdempotencyKey()));
  }

  static IngestResponse response(IngestAnswer answer) {
    return IngestResponse.newBuilder()
        .setRecord(Fields.bytes(answer.record()))
        .setResult(answer.result().wireName())
        .addAllConflicts(answer.conflicts())
        .build();
  }

  private static List<Constraint> constraints(String text) {
    return text.isEmpty() ? List.of() : Fields.CODEC.decodeConstraints("active_constraints", text);
  }

  private static IngestOptions options(
      String timestamp, List<String> tags, String scope, String sensitivity) {
    return IngestOptions.NONE
        .at(Fields.timestamp(timestamp))
        .tagged(tags)
        .in(Fields.text(scope))
        .classified(Fields.sensitivity(sensitivity));
  }
}
