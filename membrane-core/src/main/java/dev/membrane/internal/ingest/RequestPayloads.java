package dev.membrane.internal.ingest;

import dev.membrane.ObservationRequest;
import dev.membrane.WorkingStateRequest;
import dev.membrane.schema.EvidenceType;
import dev.membrane.schema.JsonNull;
import dev.membrane.schema.JsonValue;
import dev.membrane.schema.ProvenanceRef;
import dev.membrane.schema.RevisionPolicy;
import dev.membrane.schema.SemanticPayload;
import dev.membrane.schema.TaskState;
import dev.membrane.schema.Validity;
import dev.membrane.schema.WorkingPayload;
import java.util.List;
import java.util.Objects;

/** Makes the payloads of observations and working states. */
final class RequestPayloads {

  private RequestPayloads() {}

  /** A fact that holds everywhere until it is replaced, with the observation as its evidence. */
  static SemanticPayload fact(ObservationRequest request, AdmittedCandidate intake) {
    JsonValue object = request.object();
    ProvenanceRef evidence =
        new ProvenanceRef(EvidenceType.OBSERVATION, intake.source(), intake.happened());
    return new SemanticPayload(
        request.subject(),
        request.predicate(),
        object == null ? JsonNull.NULL : object,
        Validity.global(),
        List.of(evidence),
        RevisionPolicy.REPLACE,
        null);
  }

  /** The snapshot of a task whose request passed the policy. */
  static WorkingPayload task(WorkingStateRequest request) {
    TaskState state = Objects.requireNonNull(request.state());
    return new WorkingPayload(
        request.threadId(),
        state,
        request.activeConstraints(),
        request.nextActions(),
        request.openQuestions(),
        request.contextSummary(),
        null);
  }
}
