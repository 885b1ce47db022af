package dev.membrane.ingest;

import dev.membrane.schema.IdentityText;
import dev.membrane.schema.OutcomeStatus;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * An episode ended.
 *
 * @param source the actor that reports it
 * @param targetRecordId the episodic record
 * @param status how it ended; null is refused as missing
 * @param timestamp when it ended; null: now
 * @param usedRecordIds knowledge that the run used
 * @param idempotencyKey see {@link IngestOptions}
 */
public record OutcomeRequest(
    String source,
    String targetRecordId,
    @Nullable OutcomeStatus status,
    @Nullable Instant timestamp,
    List<String> usedRecordIds,
    @Nullable String idempotencyKey) {

  /** Copies the list; the key is in NFC from here on. */
  public OutcomeRequest {
    usedRecordIds = List.copyOf(usedRecordIds);
    idempotencyKey = idempotencyKey == null ? null : IdentityText.of(idempotencyKey);
  }
}
