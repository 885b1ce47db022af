package dev.membrane.schema;

import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** A record as a caller may see it: in full, or redacted. Both have what is here. */
public sealed interface RecordView permits MemoryRecord, RedactedRecord {

  /** The record's id, a UUID in lower case. */
  String id();

  /** What kind of knowledge it is. */
  MemoryType type();

  /** Who may see it. */
  Sensitivity sensitivity();

  /** How far it can be relied on, 0 to 1. */
  double confidence();

  /** How much it matters, at least 0, at the instant the record was read or written. */
  double salience();

  /** Who or what it belongs to; null: visible in every scope. */
  @Nullable String scope();

  /** When it was created, in whole microseconds. */
  Instant createdAt();

  /** When it last changed, in whole microseconds. */
  Instant updatedAt();

  /** The record if it is shown in full. */
  default Optional<MemoryRecord> full() {
    return this instanceof MemoryRecord record ? Optional.of(record) : Optional.empty();
  }
}
