package dev.membrane;

import org.jspecify.annotations.Nullable;

/** Experience that is handed in. */
public sealed interface IngestRequest
    permits EventRequest,
        ToolOutputRequest,
        ObservationRequest,
        OutcomeRequest,
        WorkingStateRequest,
        RecordRequest {

  /** The actor or system that hands it in. */
  String source();

  /**
   * The idempotency key, by which a repeat of the same request is answered with the record of the
   * first; null: none.
   */
  @Nullable String idempotencyKey();
}
