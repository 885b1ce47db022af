package dev.membrane.internal.ingest;

import dev.membrane.AccessDeniedException;
import dev.membrane.AlreadyExistsException;
import dev.membrane.Caller;
import dev.membrane.EventRequest;
import dev.membrane.FailedPreconditionException;
import dev.membrane.IngestAnswer;
import dev.membrane.IngestBatchAnswer;
import dev.membrane.IngestBatchRequest;
import dev.membrane.IngestRequest;
import dev.membrane.NotFoundException;
import dev.membrane.ObservationRequest;
import dev.membrane.OutcomeRequest;
import dev.membrane.RecordRequest;
import dev.membrane.ToolOutputRequest;
import dev.membrane.WorkingStateRequest;
import dev.membrane.internal.change.PolicyDefaults;
import dev.membrane.internal.change.RecordChanges;
import dev.membrane.schema.RecordView;
import dev.membrane.schema.ValidationException;
import dev.membrane.spi.MemoryStore;
import java.time.InstantSource;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;

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

  private final IngestCommits commits;
  private final BatchCommits batches;

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
    CommitPrecedence precedence = new CommitPrecedence();
    Function<MemoryStore, IngestCommits> over =
        read ->
            new IngestCommits(read, clock, new Ingester(read, records, defaults, ids), precedence);
    this.commits = over.apply(store);
    this.batches = new BatchCommits(store, over, precedence);
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

  /** Takes in a request of any kind, and answers also what was done. */
  public IngestAnswer ingest(IngestRequest request, Caller caller) {
    return commits.run(request, caller);
  }

  /**
   * Takes in several requests, each as if the ones before it had been made by themselves.
   *
   * @param check throws for an item that is to be refused; is given each item, perhaps repeatedly
   */
  public IngestBatchAnswer ingest(
      IngestBatchRequest request, Caller caller, Consumer<IngestRequest> check) {
    return batches.run(request, caller, check);
  }
}
