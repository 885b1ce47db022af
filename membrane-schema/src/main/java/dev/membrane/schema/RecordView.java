package dev.membrane.schema;

/** A record as a caller may see it: in full, or only that it is there. */
public sealed interface RecordView permits MemoryRecord, RedactedRecord {

  /** The record's id. */
  String id();
}
