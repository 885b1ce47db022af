package dev.membrane.schema;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * The part of a record that a caller sees if the record is exactly one level above the caller's
 * sensitivity.
 */
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

  /** The header of what is shown of a record. */
  public static RedactedRecord headerOf(RecordView view) {
    return view instanceof MemoryRecord record ? of(record) : (RedactedRecord) view;
  }

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
