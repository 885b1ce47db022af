package dev.membrane;

import dev.membrane.schema.ValidationException;
import java.util.List;
import java.util.function.Consumer;

/**
 * Takes in raw experience. A call stores everything or, if it throws, nothing. It answers with the
 * record after the call, with its live salience and whole audit log, or redacted if the record is
 * above what the caller may see.
 *
 * <p>Beside the exceptions that they name, all methods throw {@link ValidationException} for a
 * request that is too large, incomplete or not a valid record, {@link AccessDeniedException} if the
 * caller may not ingest, {@link AlreadyExistsException} if the idempotency key was used for another
 * request, {@link NotFoundException} if it was used for this request and the record is deleted,
 * {@link QuotaExceededException} past the caller's quota, {@link
 * dev.membrane.spi.store.StoreUnavailableException}, and {@link ClosedException}. Safe for use by
 * many threads.
 */
public interface Ingestion {

  /** The most items of a batch. */
  int MAX_BATCH = 1_000;

  /**
   * Something happened: an episodic record of its own, or the next event of an open episode. A long
   * episode has several records; the later ones have the relation {@code part_of} to the first.
   */
  IngestAnswer event(EventRequest request);

  /**
   * A tool was called: an episodic record of its own, or the next tool call of an open episode. The
   * call becomes a node of the tool graph and an item of the timeline. A long episode has several
   * records, as with events.
   */
  IngestAnswer toolOutput(ToolOutputRequest request);

  /**
   * A fact was observed: a new semantic record or, if the fact is known, evidence for the existing
   * record. Two facts are the same if they have the same scope, sensitivity, subject, predicate and
   * value of the object, and both or neither have the tag {@code hearsay}. If there are several,
   * the oldest is reinforced that the caller sees in full, that holds everywhere and that was
   * neither retracted nor superseded. The answer is redacted if the caller may not retrieve. The
   * request can choose otherwise.
   *
   * @throws AccessDeniedException if other facts are to be replaced or contested by a caller who
   *     may not revise
   * @throws FailedPreconditionException if these are more than 1,000
   */
  IngestAnswer observe(ObservationRequest request);

  /**
   * As {@link #observe(ObservationRequest)}, for a text, in the only scope of the caller.
   *
   * @throws ValidationException if the caller does not have exactly one scope
   */
  default IngestAnswer observe(String source, String subject, String predicate, String object) {
    return observe(
        ObservationRequest.builder()
            .source(source)
            .subject(subject)
            .predicate(predicate)
            .object(object)
            .build());
  }

  /**
   * An episode ended. All of its records that the caller sees get the outcome, and its episode key
   * becomes free. The records that it used are reinforced by a success and penalized by a failure,
   * each once. Every call counts, also one with the same status.
   *
   * @throws NotFoundException if the record does not exist or the caller may not know of it
   * @throws AccessDeniedException if the caller may only know that the record exists
   */
  IngestAnswer outcome(OutcomeRequest request);

  /**
   * A task in progress was saved: a working record, which replaces the one before it in the same
   * scope and thread: the state that arrives last is the current one, whatever its timestamp.
   */
  IngestAnswer workingState(WorkingStateRequest request);

  /**
   * A full record of any type is handed in. A working record replaces the one before it in the same
   * scope and thread, unless it is already superseded or retracted.
   *
   * @throws AccessDeniedException if an id is chosen without the permission to
   * @throws AlreadyExistsException if the id was ever used before
   */
  IngestAnswer record(RecordRequest request);

  /**
   * Several pieces of experience at once, of any kinds, with one commit as a rule. Each is taken in
   * as if those before it had been handed in by themselves: the second event of a batch is appended
   * to the episode that the first has begun. It is stored or refused by itself.
   *
   * @return one answer for each item, in the order of the items
   * @throws ValidationException if there are more than {@value #MAX_BATCH}
   */
  List<IngestItemAnswer> batch(List<? extends IngestRequest> items);

  /**
   * As {@link #batch}, but one faulty item refuses all of them, and all are stored with one commit.
   *
   * @return one answer for each item, in the order of the items; of a record as in {@link
   *     IngestItemAnswer}
   * @throws dev.membrane.schema.MembraneException what the first faulty item was refused for; the
   *     message begins with {@code items[<n>]}. Nothing was stored
   * @throws FailedPreconditionException if the records that existed before and that the items
   *     change hold more than 24 MiB
   */
  List<IngestAnswer> allOrNothing(List<? extends IngestRequest> items);

  /**
   * Opens a stream for pieces of experience that come one after the other. Whoever opens it closes
   * it.
   *
   * @param answers is given what became of each piece
   */
  IngestStream stream(Consumer<IngestItemAnswer> answers);
}
