package dev.membrane.internal.ingest;

import dev.membrane.AccessDeniedException;
import dev.membrane.AlreadyExistsException;
import dev.membrane.Caller;
import dev.membrane.EventRequest;
import dev.membrane.FailedPreconditionException;
import dev.membrane.IngestAnswer;
import dev.membrane.IngestOptions;
import dev.membrane.IngestResult;
import dev.membrane.NotFoundException;
import dev.membrane.ObservationRequest;
import dev.membrane.OutcomeRequest;
import dev.membrane.Permission;
import dev.membrane.RecordRequest;
import dev.membrane.ToolOutputRequest;
import dev.membrane.WorkingStateRequest;
import dev.membrane.internal.change.FactPlace;
import dev.membrane.internal.change.NewIds;
import dev.membrane.internal.change.PolicyDefaults;
import dev.membrane.internal.change.RecordChanges;
import dev.membrane.internal.change.Targets;
import dev.membrane.internal.change.Threads;
import dev.membrane.internal.change.Write;
import dev.membrane.internal.engine.EpisodeParts;
import dev.membrane.schema.MemoryRecord;
import dev.membrane.schema.MemoryType;
import dev.membrane.schema.OutcomeStatus;
import dev.membrane.schema.RecordView;
import dev.membrane.schema.ValidationException;
import dev.membrane.schema.WorkingPayload;
import dev.membrane.spi.MemoryStore;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Objects;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Takes in raw experience: candidate, classifier, policy, record, one commit. A call stores all of
 * what it is about or, if it throws, nothing.
 *
 * <p>Every method answers with the record as it stands after the call, with its live salience and
 * whole audit log; redacted if it is above what the caller may see. Besides the exceptions that
 * they name, all throw {@link ValidationException} for a request that is too large, incomplete or
 * not a valid record, {@link AlreadyExistsException} if the idempotency key was used for another
 * request, {@link NotFoundException} if it was used for this one and the record is deleted, and
 * {@link dev.membrane.QuotaExceededException} past the caller's quota, and {@link
 * dev.membrane.spi.StoreUnavailableException}.
 *
 * <p>Safe for use by many threads.
 */
public final class IngestionService {

  private final Classifier classifier = new Classifier();
  private final PolicyEngine policies;
  private final Supplier<String> ids;
  private final Commits commits;
  private final MemoryStore store;
  private final Observations observations;
  private final Episodes episodes;
  private final Outcomes outcomes;
  private final Threads threads;
  private final FullRecords fullRecords;

  /**
   * A service over a store.
   *
   * @param records makes the steps of every changeset
   * @param defaults what records get unless the request asks for something else
   * @param clock the time, cut to microseconds
   * @param ids gives a new UUID version 7 each time; safe for use by many threads
   */
  public IngestionService(
      MemoryStore store,
      RecordChanges records,
      PolicyDefaults defaults,
      InstantSource clock,
      Supplier<String> ids) {
    this.policies = new PolicyEngine(defaults);
    this.ids = ids;
    this.commits = new Commits(store, clock);
    this.store = store;
    this.observations = new Observations(store, records, defaults.reinforcementGain(), ids);
    EpisodeParts parts = new EpisodeParts(store);
    this.episodes = new Episodes(store, records, parts, ids);
    this.outcomes =
        new Outcomes(
            new Targets(store),
            records,
            parts,
            new UsedRecords(store, records, defaults.reinforcementGain()),
            new ReportedOutcomes(store));
    this.threads = new Threads(store, records);
    this.fullRecords =
        new FullRecords(store, records, threads, new Completion(defaults), new NewIds(store, ids));
  }

  /** {@link #event(EventRequest, Caller)} for the anonymous caller. */
  public RecordView event(EventRequest request) {
    return event(request, Caller.ANONYMOUS);
  }

  /**
   * Something happened: an episodic record of its own, or the next event of an open episode. A long
   * episode has several records; the last says of which it is the next.
   */
  public RecordView event(EventRequest request, Caller caller) {
    return ingest(request, caller).record();
  }

  /** As {@link #event(EventRequest, Caller)}, and says what became of it. */
  public IngestAnswer ingest(EventRequest request, Caller caller) {
    admit(caller);
    RequestLimits.check(request);
    IngestOptions options = request.options();
    return commits.run(
        new Call(caller, "IngestEvent", request, options.idempotencyKey()),
        now -> {
          Intake intake = intake(MemoryCandidate.of(request, now), options, caller, now);
          return episodes.add(EpisodePart.of(request, intake), caller);
        });
  }

  /** {@link #toolOutput(ToolOutputRequest, Caller)} for the anonymous caller. */
  public RecordView toolOutput(ToolOutputRequest request) {
    return toolOutput(request, Caller.ANONYMOUS);
  }

  /**
   * Takes in a tool call: it makes an episodic record, or adds the next tool call to an open
   * episode. The call becomes a node of the tool graph and an item of the timeline. A long episode
   * has several records, as with events.
   */
  public RecordView toolOutput(ToolOutputRequest request, Caller caller) {
    return ingest(request, caller).record();
  }

  /** As {@link #toolOutput(ToolOutputRequest, Caller)}, and says what became of it. */
  public IngestAnswer ingest(ToolOutputRequest request, Caller caller) {
    admit(caller);
    RequestLimits.check(request);
    IngestOptions options = request.options();
    return commits.run(
        new Call(caller, "IngestToolOutput", request, options.idempotencyKey()),
        now -> {
          Intake intake = intake(MemoryCandidate.of(request, now), options, caller, now);
          return episodes.add(EpisodePart.of(request, ids.get(), intake), caller);
        });
  }

  /** {@link #observe(ObservationRequest, Caller)} for the anonymous caller. */
  public RecordView observe(ObservationRequest request) {
    return observe(request, Caller.ANONYMOUS);
  }

  /**
   * Takes in a fact: it makes a semantic record, or, if the fact is known, adds evidence to the
   * record that is there. Two facts are the same if they have the same scope, sensitivity, subject,
   * predicate and value of the object, and both or neither have the tag {@code hearsay}. The oldest
   * one is reinforced among those that the caller sees in full, that hold everywhere, and that were
   * neither retracted nor superseded. The answer is redacted if the caller may not retrieve. The
   * request says what else to do with a known fact.
   *
   * @throws AccessDeniedException if other facts are to be replaced or contested by a caller who
   *     may not revise
   * @throws FailedPreconditionException if these are more than 1,000
   */
  public RecordView observe(ObservationRequest request, Caller caller) {
    return ingest(request, caller).record();
  }

  /** As {@link #observe(ObservationRequest, Caller)}, and says what became of it. */
  public IngestAnswer ingest(ObservationRequest request, Caller caller) {
    admit(caller);
    RequestLimits.check(request);
    IngestOptions options = request.options();
    return commits.run(
        new Call(caller, "IngestObservation", request, options.idempotencyKey()),
        now -> {
          Intake intake = intake(MemoryCandidate.of(request, now), options, caller, now);
          return observations.add(request, intake, caller);
        });
  }

  /** {@link #outcome(OutcomeRequest, Caller)} for the anonymous caller. */
  public RecordView outcome(OutcomeRequest request) {
    return outcome(request, Caller.ANONYMOUS);
  }

  /**
   * Takes in how an episode ended. All of its records that the caller sees get the outcome, and its
   * episode key becomes free. A success reinforces the records that it used, a failure penalizes
   * them, each once. Every call counts, also one with the same status again.
   *
   * @throws NotFoundException if there is no such record that the caller may know of
   * @throws AccessDeniedException if the caller may only know that the record is there
   */
  public RecordView outcome(OutcomeRequest request, Caller caller) {
    return ingest(request, caller).record();
  }

  /** As {@link #outcome(OutcomeRequest, Caller)}, and says what became of it. */
  public IngestAnswer ingest(OutcomeRequest request, Caller caller) {
    admit(caller);
    RequestLimits.check(request);
    return commits.run(
        new Call(caller, "IngestOutcome", request, request.idempotencyKey()),
        now -> {
          MemoryCandidate candidate = MemoryCandidate.of(request, now);
          Intake intake = intakeOf(candidate, IngestOptions.NONE, caller, now);
          OutcomeStatus status = Objects.requireNonNull(request.status());
          return Ingested.of(
              outcomes.record(
                  request.targetRecordId(), status, request.usedRecordIds(), intake, caller),
              IngestResult.APPENDED);
        });
  }

  /** {@link #workingState(WorkingStateRequest, Caller)} for the anonymous caller. */
  public RecordView workingState(WorkingStateRequest request) {
    return workingState(request, Caller.ANONYMOUS);
  }

  /**
   * A task in progress was saved: a working record, which replaces the one before it in the same
   * scope and thread.
   */
  public RecordView workingState(WorkingStateRequest request, Caller caller) {
    return ingest(request, caller).record();
  }

  /** As {@link #workingState(WorkingStateRequest, Caller)}, and says what became of it. */
  public IngestAnswer ingest(WorkingStateRequest request, Caller caller) {
    admit(caller);
    RequestLimits.check(request);
    IngestOptions options = request.options();
    return commits.run(
        new Call(caller, "IngestWorkingState", request, options.idempotencyKey()),
        now -> {
          Intake intake = intake(MemoryCandidate.of(request, now), options, caller, now);
          WorkingPayload payload = Payloads.task(request);
          MemoryRecord snapshot = intake.record(ids.get(), payload.threadId(), payload);
          return created(threads.save(snapshot, intake.actor(), caller));
        });
  }

  /** {@link #record(RecordRequest, Caller)} for the anonymous caller. */
  public RecordView record(RecordRequest request) {
    return record(request, Caller.ANONYMOUS);
  }

  /**
   * Takes in a full record of any type. A working record replaces the one before it in the same
   * scope and thread, unless it is already superseded or retracted.
   *
   * @throws AccessDeniedException if an id is chosen without the permission to
   * @throws AlreadyExistsException if the id was ever used before
   */
  public RecordView record(RecordRequest request, Caller caller) {
    return ingest(request, caller).record();
  }

  /** As {@link #record(RecordRequest, Caller)}, and says what became of it. */
  public IngestAnswer ingest(RecordRequest request, Caller caller) {
    admit(caller);
    RequestLimits.check(request);
    return commits.run(
        new Call(caller, "IngestRecord", request, request.idempotencyKey()),
        now -> {
          Write write = fullRecords.add(request, caller, now);
          FactPlace.fill(store, write.record(), Set.of(), write.changes());
          return created(write);
        });
  }

  private static Ingested created(Write write) {
    boolean hasReplaced = Threads.hasReplaced(write.record());
    return Ingested.of(write, hasReplaced ? IngestResult.REPLACED : IngestResult.CREATED);
  }

  private static void admit(Caller caller) {
    caller.require(Permission.INGEST, "ingesting");
  }

  private Intake intake(
      MemoryCandidate candidate, IngestOptions options, Caller caller, Instant now) {
    return intakeOf(candidate, scoped(options, caller.writingScope(options.scope())), caller, now);
  }

  private static IngestOptions scoped(IngestOptions options, @Nullable String scope) {
    return scope == null ? options.unscoped() : options.scope(scope);
  }

  private Intake intakeOf(
      MemoryCandidate candidate, IngestOptions options, Caller caller, Instant now) {
    MemoryType type = classifier.classify(candidate);
    PolicyResult policy = policies.apply(candidate, type);
    return Intake.of(candidate, type, policy, options, caller, now);
  }
}
