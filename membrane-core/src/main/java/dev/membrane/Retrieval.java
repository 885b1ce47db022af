package dev.membrane;

import dev.membrane.schema.RecordView;
import dev.membrane.schema.Sensitivity;

/**
 * Answers from memory. Whatever is asked, the work per question is bounded, and nothing that the
 * caller may not see has any influence on the answer.
 *
 * <p>All methods throw {@link dev.membrane.schema.ValidationException} if the request breaks a
 * rule, {@link AccessDeniedException} if the caller may not retrieve, {@link CancelledException} if
 * the caller ceases to wait, {@link dev.membrane.spi.StoreUnavailableException}, and {@link
 * ClosedException}. Safe for use by many threads.
 */
public interface Retrieval {

  /**
   * Finds what matters for a task: without a descriptor, or where none of its words is found, by
   * live salience; else by a score of relevance and salience, the rest after it by salience.
   */
  RetrieveAnswer retrieve(RetrieveRequest request);

  /** As {@link #retrieve(RetrieveRequest)}, in all that the caller may see. */
  default RetrieveAnswer retrieve(String taskDescriptor) {
    return retrieve(
        RetrieveRequest.builder()
            .trust(TrustContext.upTo(Sensitivity.HYPER))
            .taskDescriptor(taskDescriptor)
            .build());
  }

  /**
   * Reads a record at its live salience, with its whole audit log; redacted if it is one level
   * above the trust.
   *
   * @throws NotFoundException if there is no such record, or none that may be known of
   */
  RecordView byId(String id, TrustContext trust);

  /**
   * Reads the events of an episode in order, a page at a time, whatever records they are in.
   *
   * @throws NotFoundException if there is no such episode that the caller sees in full
   */
  RetrieveEpisodeAnswer episode(RetrieveEpisodeRequest request);

  /** As {@link #byId(String, TrustContext)}, in all that the caller may see. */
  default RecordView byId(String id) {
    return byId(id, TrustContext.upTo(Sensitivity.HYPER));
  }
}
