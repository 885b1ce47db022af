package dev.membrane;

import dev.membrane.RetrieveAnswer.AnswerView;
import dev.membrane.schema.RecordView;
import dev.membrane.schema.Sensitivity;
import java.time.Instant;

/**
 * Answers questions from memory. The work for each question is bounded, and records that the caller
 * may not see have no influence on the answer.
 *
 * <p>All methods throw {@link dev.membrane.schema.ValidationException} if the request breaks a
 * rule, {@link AccessDeniedException} if the caller may not retrieve, {@link CancelledException} if
 * the caller stops waiting, {@link dev.membrane.spi.store.StoreUnavailableException}, and {@link
 * ClosedException}. Safe for use by many threads.
 */
public interface Retrieval {

  /**
   * Finds records for a task. Records that match the task come first, by a score of relevance and
   * salience; the others follow by live salience. Without a descriptor, or if nothing matches it,
   * all are ordered by live salience.
   */
  RetrieveAnswer retrieve(RetrieveRequest request);

  /** As {@link #retrieve(RetrieveRequest)}, with everything that the caller may see. */
  default RetrieveAnswer retrieve(String taskDescriptor) {
    return retrieve(
        RetrieveRequest.builder()
            .trust(TrustContext.upTo(Sensitivity.HYPER))
            .taskDescriptor(taskDescriptor)
            .build());
  }

  /** As {@link #retrieve(String)}, in words: one line for each record, the best first. */
  default String text(String taskDescriptor) {
    RetrieveRequest asked =
        RetrieveRequest.builder()
            .trust(TrustContext.upTo(Sensitivity.HYPER))
            .taskDescriptor(taskDescriptor)
            .view(AnswerView.TEXT)
            .build();
    return retrieve(asked).text();
  }

  /**
   * Reads a record at its live salience, with its whole audit log; redacted if it is one level
   * above the trust.
   *
   * @throws NotFoundException if the record does not exist or the caller may not know of it
   */
  RecordView byId(String id, TrustContext trust);

  /**
   * As {@link #byId(String, TrustContext)}, as the record was at an instant, as far as former
   * states are kept. The caller has to be allowed to see what it was then and what it is now.
   *
   * @throws NotFoundException also if the record was not there then
   */
  RecordView byId(String id, TrustContext trust, Instant asOf);

  /**
   * Shows what was answered under a receipt, and what would be answered now. A receipt is kept for
   * {@code receipt_retention}.
   *
   * @param receiptId that of {@link RetrieveAnswer#receiptId}
   * @throws NotFoundException if there is no such receipt, or it is somebody else's and the caller
   *     is no admin
   */
  ReplayAnswer replay(String receiptId);

  /**
   * Reads the events of an episode in order, a page at a time, whatever records they are in.
   *
   * @throws NotFoundException if the caller sees no such episode in full
   */
  RetrieveEpisodeAnswer episode(RetrieveEpisodeRequest request);

  /** As {@link #byId(String, TrustContext)}, with everything that the caller may see. */
  default RecordView byId(String id) {
    return byId(id, TrustContext.upTo(Sensitivity.HYPER));
  }
}
