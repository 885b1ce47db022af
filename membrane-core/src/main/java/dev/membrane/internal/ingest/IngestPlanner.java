package dev.membrane.internal.ingest;

import dev.membrane.Caller;
import dev.membrane.EventRequest;
import dev.membrane.IngestAnswer.IngestResult;
import dev.membrane.IngestOptions;
import dev.membrane.IngestRequest;
import dev.membrane.ObservationRequest;
import dev.membrane.OutcomeRequest;
import dev.membrane.Permission;
import dev.membrane.RecordRequest;
import dev.membrane.ToolOutputRequest;
import dev.membrane.WorkingStateRequest;
import dev.membrane.internal.change.FactPlace;
import dev.membrane.internal.change.PolicyDefaults;
import dev.membrane.internal.change.RecordChanges;
import dev.membrane.internal.change.WorkingThreads;
import dev.membrane.internal.change.Write;
import dev.membrane.schema.MemoryRecord;
import dev.membrane.schema.MemoryType;
import dev.membrane.schema.OutcomeStatus;
import dev.membrane.schema.WorkingPayload;
import dev.membrane.spi.store.MemoryStore;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Makes of a request what is to be committed: candidate, classifier, policy, record. It reads a
 * store and changes nothing. Thread-safe.
 */
final class IngestPlanner {

  private final Map<Class<?>, RequestKind<?>> kinds = new HashMap<>();
  private final Classifier classifier = new Classifier();
  private final PolicyEngine policies;
  private final Supplier<String> ids;
  private final MemoryStore store;
  private final Observations observations;
  private final Episodes episodes;
  private final Outcomes outcomes;
  private final WorkingThreads threads;
  private final FullRecords fullRecords;

  IngestPlanner(
      MemoryStore store, RecordChanges records, PolicyDefaults defaults, Supplier<String> ids) {
    this.policies = new PolicyEngine(defaults);
    this.ids = ids;
    this.store = store;
    this.observations = new Observations(store, records, defaults, ids);
    this.episodes = new Episodes(store, records, ids);
    this.outcomes = new Outcomes(store, records, defaults);
    this.threads = new WorkingThreads(store, records);
    this.fullRecords = new FullRecords(store, records, defaults, ids);
    addKinds();
  }

  /** One kind of request, and the name of its RPC. */
  private record RequestKind<Q>(Class<Q> type, String rpc, Consumer<Q> limits, IngestWork<Q> work) {

    IngestCall admitted(IngestRequest request, Caller caller) {
      limits.accept(type.cast(request));
      return new IngestCall(caller, rpc, request);
    }

    IngestPlan ingest(IngestCall call, Instant now) {
      return work.ingest(type.cast(call.request()), call.caller(), now);
    }
  }

  private interface IngestWork<Q> {
    IngestPlan ingest(Q request, Caller caller, Instant now);
  }

  private void addKinds() {
    add(new RequestKind<>(EventRequest.class, "IngestEvent", IngestLimits::check, this::event));
    add(
        new RequestKind<>(
            ToolOutputRequest.class, "IngestToolOutput", IngestLimits::check, this::toolOutput));
    add(
        new RequestKind<>(
            ObservationRequest.class, "IngestObservation", IngestLimits::check, this::observation));
    add(
        new RequestKind<>(
            OutcomeRequest.class, "IngestOutcome", IngestLimits::check, this::outcome));
    add(
        new RequestKind<>(
            WorkingStateRequest.class,
            "IngestWorkingState",
            IngestLimits::check,
            this::workingState));
    add(new RequestKind<>(RecordRequest.class, "IngestRecord", IngestLimits::check, this::record));
  }

  private void add(RequestKind<?> kind) {
    kinds.put(kind.type(), kind);
  }

  private RequestKind<?> kindOf(IngestRequest request) {
    return Objects.requireNonNull(kinds.get(request.getClass()), "kind");
  }

  /**
   * The call of a caller who may make it, with a request within the limits.
   *
   * @throws dev.membrane.AccessDeniedException if the caller may not ingest
   * @throws dev.membrane.schema.ValidationException if the request is too large
   */
  IngestCall admitted(IngestRequest request, Caller caller) {
    caller.require(Permission.INGEST, "ingesting");
    return kindOf(request).admitted(request, caller);
  }

  /** What a call will commit at an instant. */
  IngestPlan ingest(IngestCall call, Instant now) {
    return kindOf(call.request()).ingest(call, now);
  }

  private IngestPlan event(EventRequest request, Caller caller, Instant now) {
    AdmittedCandidate intake =
        intake(MemoryCandidate.of(request, now), request.options(), caller, now);
    return episodes.add(EpisodePart.of(request, intake), caller);
  }

  private IngestPlan toolOutput(ToolOutputRequest request, Caller caller, Instant now) {
    AdmittedCandidate intake =
        intake(MemoryCandidate.of(request, now), request.options(), caller, now);
    return episodes.add(EpisodePart.of(request, ids.get(), intake), caller);
  }

  private IngestPlan observation(ObservationRequest request, Caller caller, Instant now) {
    AdmittedCandidate intake =
        intake(MemoryCandidate.of(request, now), request.options(), caller, now);
    return observations.add(request, intake, caller);
  }

  private IngestPlan outcome(OutcomeRequest request, Caller caller, Instant now) {
    AdmittedCandidate intake =
        intakeOf(MemoryCandidate.of(request, now), IngestOptions.NONE, caller, now);
    OutcomeStatus status = Objects.requireNonNull(request.status());
    return outcomes.record(
        request.targetRecordId(), status, request.usedRecordIds(), intake, caller);
  }

  private IngestPlan workingState(WorkingStateRequest request, Caller caller, Instant now) {
    AdmittedCandidate intake =
        intake(MemoryCandidate.of(request, now), request.options(), caller, now);
    WorkingPayload payload = RequestPayloads.task(request);
    MemoryRecord snapshot = intake.record(ids.get(), payload.threadId(), payload);
    return created(threads.save(snapshot, intake.actor(), caller));
  }

  private IngestPlan record(RecordRequest request, Caller caller, Instant now) {
    Write write = fullRecords.add(request, caller, now);
    FactPlace.fill(store, write.record(), Set.of(), caller.visibility(), write.changes());
    return created(write);
  }

  private static IngestPlan created(Write write) {
    boolean hasReplaced = WorkingThreads.hasReplaced(write.record());
    return IngestPlan.of(write, hasReplaced ? IngestResult.REPLACED : IngestResult.CREATED);
  }

  private AdmittedCandidate intake(
      MemoryCandidate candidate, IngestOptions options, Caller caller, Instant now) {
    return intakeOf(candidate, scoped(options, caller.scopeFor(options.scope())), caller, now);
  }

  private static IngestOptions scoped(IngestOptions options, @Nullable String scope) {
    return scope == null ? options.unscoped() : options.scope(scope);
  }

  private AdmittedCandidate intakeOf(
      MemoryCandidate candidate, IngestOptions options, Caller caller, Instant now) {
    MemoryType type = classifier.classify(candidate);
    PolicyResult policy = policies.apply(candidate, type);
    return AdmittedCandidate.of(candidate, type, policy, options, caller, now);
  }
}
