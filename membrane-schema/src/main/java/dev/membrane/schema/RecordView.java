package dev.membrane.schema;

import java.util.Optional;

/** A record as a caller may see it: in full, or redacted. */
public sealed interface RecordView permits MemoryRecord, RedactedRecord {

  /** The record's id. */
  String id();

  /** The record if it is shown in full. */
  default Optional<MemoryRecord> full() {
    return this instanceof MemoryRecord record ? Optional.of(record) : Optional.empty();
  }
}
