package dev.membrane.internal.ingest;

import dev.membrane.EventRequest;
import dev.membrane.IngestOptions;
import dev.membrane.ObservationRequest;
import dev.membrane.OutcomeRequest;
import dev.membrane.ToolOutputRequest;
import dev.membrane.WorkingStateRequest;
import dev.membrane.schema.OutcomeStatus;
import dev.membrane.schema.Sensitivity;
import dev.membrane.schema.TaskState;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A request as the {@link Classifier} and the {@link PolicyEngine} look at it.
 *
 * @param kind what it is; null if that is not said or not known to this version
 * @param source the actor or system it comes from
 * @param timestamp when it happened
 * @param sensitivity the caller's override; null: the configured default
 * @param content the texts that its kind may require, by their names on the wire; what is missing
 *     is empty or left out
 */
record MemoryCandidate(
    @Nullable CandidateKind kind,
    String source,
    @Nullable Instant timestamp,
    @Nullable Sensitivity sensitivity,
    Map<String, String> content) {

  /** Copies the content. */
  MemoryCandidate {
    content = Map.copyOf(content);
  }

  static MemoryCandidate of(EventRequest request, Instant now) {
    Map<String, String> content = given("event_kind", request.eventKind(), "ref", request.ref());
    return of(CandidateKind.EVENT, request.source(), request.options(), content, now);
  }

  static MemoryCandidate of(ToolOutputRequest request, Instant now) {
    Map<String, String> content = given("tool_name", request.toolName());
    return of(CandidateKind.TOOL_OUTPUT, request.source(), request.options(), content, now);
  }

  static MemoryCandidate of(ObservationRequest request, Instant now) {
    Map<String, String> content =
        given("subject", request.subject(), "predicate", request.predicate());
    return of(CandidateKind.OBSERVATION, request.source(), request.options(), content, now);
  }

  static MemoryCandidate of(OutcomeRequest request, Instant now) {
    OutcomeStatus status = request.status();
    Map<String, String> content =
        given(
            "target_record_id",
            request.targetRecordId(),
            "outcome_status",
            status == null ? null : status.wireName());
    Instant when = request.timestamp();
    IngestOptions options = when == null ? IngestOptions.NONE : IngestOptions.NONE.timestamp(when);
    return of(CandidateKind.OUTCOME, request.source(), options, content, now);
  }

  static MemoryCandidate of(WorkingStateRequest request, Instant now) {
    TaskState state = request.state();
    Map<String, String> content =
        given("thread_id", request.threadId(), "state", state == null ? null : state.wireName());
    return of(CandidateKind.WORKING_STATE, request.source(), request.options(), content, now);
  }

  private static MemoryCandidate of(
      CandidateKind kind,
      @Nullable String source,
      IngestOptions options,
      Map<String, String> content,
      Instant now) {
    Instant happened = options.timestamp();
    return new MemoryCandidate(
        kind,
        source == null ? "" : source,
        happened == null ? now : happened,
        options.sensitivity(),
        content);
  }

  /** Callers without null checks may leave out anything: that is for the policy to say. */
  private static Map<String, String> given(@Nullable String... namesAndValues) {
    Map<String, String> content = new HashMap<>();
    for (int i = 0; i < namesAndValues.length; i += 2) {
      String name = namesAndValues[i];
      String value = namesAndValues[i + 1];
      if (name != null && value != null) {
        content.put(name, value);
      }
    }
    return content;
  }
}
