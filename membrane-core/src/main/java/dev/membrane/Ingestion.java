package dev.membrane;

import dev.membrane.schema.ValidationException;

/**
 * Takes in raw experience. A call stores all of what it is about or, if it throws, nothing, and
 * answers with the record as it stands after the call, with its live salience and whole audit log;
 * redacted if it is above what the caller may see.
 *
 * <p>Besides the exceptions that they name, all methods throw {@link ValidationException} for a
 * request that is too large, incomplete or not a valid record, {@link AccessDeniedException} if the
 * caller may not ingest, {@link AlreadyExistsException} if the idempotency key was used for another
 * request, {@link NotFoundException} if it was used for this one and the record is deleted, {@link
 * QuotaExceededException} past the caller's quota, {@link
 * dev.membrane.spi.StoreUnavailableException}, and {@link ClosedException}. Safe for use by many
 * threads.
 */
public interface Ingestion {

  /**
   * Something happened: an episodic record of its own, or the next event of an open episode. A long
   * episode has several records; the last says of which it is the next.
   */
  IngestAnswer event(EventRequest request);

  /**
   * A tool was called: an episodic record of its own, or the next tool call of an open episode. The
   * call becomes a node of the tool graph and an item of the timeline. A long episode has several
   * records, as with events.
   */
  IngestAnswer toolOutput(ToolOutputRequest request);

  /**
   * A fact was observed: a semantic record, or, if the fact is known, evidence for the record that
   * is there. Facts are the same that have one scope, sensitivity, subject and predicate, objects
   * of one value, and both or neither the tag {@code hearsay}; the oldest is reinforced of those
   * that the caller sees in full, that hold everywhere and were neither retracted nor superseded.
   * It is answered redacted if the caller may not retrieve. What else becomes of it the request
   * says.
   *
   * @throws AccessDeniedException if other facts are to be replaced or contested by a caller who
   *     may not revise
   * @throws FailedPreconditionException if these are more than 1,000
   */
  IngestAnswer observe(ObservationRequest request);

  /**
   * As {@link #observe(ObservationRequest)}, for a text in the only scope of the caller.
   *
   * @throws ValidationException if the caller has not one scope only
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
   * An episode ended: its record gets the outcome, and so do its other records that the caller sees
   * if it has several, its episode key becomes free, and the records that it used are reinforced by
   * a success and penalized by a failure, each once. Every call counts, the same status again
   * included.
   *
   * @throws NotFoundException if there is no such record that the caller may know of
   * @throws AccessDeniedException if the caller may only know that the record is there
   */
  IngestAnswer outcome(OutcomeRequest request);

  /**
   * A task in progress was saved: a working record, which replaces the one before it in the same
   * scope and thread.
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
}
