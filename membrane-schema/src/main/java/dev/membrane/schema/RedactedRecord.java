package dev.membrane.schema;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** What a caller learns of a record exactly one level above the sensitivity they may see. */
public record RedactedRecord(
    String id,
    MemoryType type,
    Sensitivity sensitivity,
    double confidence,
    double salience,
    @Nullable String scope,
    Instant createdAt,
    Instant updatedAt)
    implements RecordView {

  /** The header of a record. */
  public static RedactedRecord of(MemoryRecord record) {
    return new RedactedRecord(
        record.id(),
        record.type(),
        record.sensitivity(),
        record.confidence(),
        record.salience(),
        record.scope(),
        record.createdAt(),
        record.updatedAt());
  }
}
