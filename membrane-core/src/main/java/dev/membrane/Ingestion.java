package dev.membrane;

import static java.util.Objects.requireNonNull;

import dev.membrane.schema.MembraneException;
import dev.membrane.schema.RedactedRecord;
import dev.membrane.schema.ValidationException;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

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

  /** What became of one item of a batch or a stream: it was stored or refused. Immutable. */
  static final class IngestItemAnswer {

    private final long number;
    private final @Nullable IngestAnswer answer;
    private final @Nullable MembraneException failure;

    private IngestItemAnswer(
        long number, @Nullable IngestAnswer answer, @Nullable MembraneException failure) {
      this.number = number;
      this.answer = answer;
      this.failure = failure;
    }

    /** The answer to an item that was stored. */
    public static IngestItemAnswer of(long number, IngestAnswer answer) {
      return new IngestItemAnswer(number, requireNonNull(answer, "answer"), null);
    }

    /** The answer to an item that was refused. */
    public static IngestItemAnswer refused(long number, MembraneException failure) {
      return new IngestItemAnswer(number, null, requireNonNull(failure, "failure"));
    }

    /** The same, as that of an item with another number. */
    public IngestItemAnswer numbered(long other) {
      return new IngestItemAnswer(other, answer, failure);
    }

    /** The place of the item among those that were sent, from 0. */
    public long number() {
      return number;
    }

    /** Whether it was stored; else it was refused. */
    public boolean isStored() {
      return answer != null;
    }

    /**
     * What the item would have been answered by itself. The record is only its header, a {@link
     * RedactedRecord}, if a later item that was committed together with this one has changed it
     * again, or if the records that existed before and were changed hold more than 24 MiB; or, from
     * a server, if it does not fit with those of earlier items into 16 MiB.
     *
     * @throws MembraneException the failure, if the item was refused
     */
    public IngestAnswer get() {
      if (answer == null) {
        throw requireNonNull(failure);
      }
      return answer;
    }

    /**
     * Why the item was refused; empty if it was stored. It has changed nothing, unless the store is
     * unavailable, where it may have been stored.
     */
    public Optional<MembraneException> failure() {
      return Optional.ofNullable(failure);
    }

    @Override
    public boolean equals(@Nullable Object other) {
      return other instanceof IngestItemAnswer that
          && number == that.number
          && Objects.equals(answer, that.answer)
          && Objects.equals(failure, that.failure);
    }

    @Override
    public int hashCode() {
      return Objects.hash(number, answer, failure);
    }

    @Override
    public String toString() {
      return "IngestItemAnswer[number=%s, %s]".formatted(number, answer == null ? failure : answer);
    }
  }

  /**
   * Hands in experience piece by piece, without waiting for each to be stored. Pieces that wait at
   * the same time are stored with one commit. Every piece is answered, in the order of sending,
   * once it is stored or refused; a refused piece does not end the stream.
   *
   * <p>One thread sends. The answers are given to the consumer by another thread, one at a time;
   * the consumer must not send. If the stream breaks, everything that was answered is stored, and
   * of the rest an unknown part; sent again under the same idempotency keys it is stored once.
   */
  interface IngestStream extends AutoCloseable {

    /** The most pieces that were sent and are not answered yet. */
    int MAX_IN_FLIGHT = 256;

    /**
     * Hands in the next piece. Waits while {@value #MAX_IN_FLIGHT} are not answered yet.
     *
     * @throws MembraneException what has broken the stream; if the consumer of the answers did,
     *     what it threw. From then on every call throws it
     * @throws ClosedException if the stream was closed; its text tells that from a closed memory
     * @throws CancelledException if the thread is interrupted while it waits, and stays
     *     interrupted. The piece was not sent
     */
    void send(IngestRequest item);

    /**
     * Waits until everything that was sent is answered. Closing again does nothing. The consumer of
     * the answers may close the stream, too, so that nothing more is sent; then it does not wait.
     *
     * @throws MembraneException what has broken the stream, unless a call has thrown it already
     * @throws CancelledException if the thread is interrupted while it waits, and stays
     *     interrupted. What was sent may be stored or not
     */
    @Override
    void close();
  }
}
