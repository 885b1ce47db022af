package dev.membrane.ingest;

import dev.membrane.schema.IdentityText;
import dev.membrane.schema.RecordDraft;
import org.jspecify.annotations.Nullable;

/**
 * A full record of any type.
 *
 * @param record what to store; what it leaves out is filled with defaults
 * @param source the actor that hands it in
 * @param idempotencyKey see {@link IngestOptions}
 */
public record RecordRequest(RecordDraft record, String source, @Nullable String idempotencyKey) {

  /** The key is in NFC from here on. */
  public RecordRequest {
    idempotencyKey = idempotencyKey == null ? null : IdentityText.of(idempotencyKey);
  }
}
