package dev.membrane.ingest;

import dev.membrane.engine.Caller;
import dev.membrane.engine.NotFoundException;
import dev.membrane.schema.AuditEntry;
import dev.membrane.schema.MemoryRecord;
import dev.membrane.schema.RecordView;
import dev.membrane.schema.RedactedRecord;
import dev.membrane.spi.MemoryStore;
import dev.membrane.spi.Stored;
import java.time.Instant;
import java.util.List;

/**
 * What a caller is shown of the record that their call was about: all of it with its live salience
 * and whole audit log, or, if it is beyond what they may see, that it is there. Thread-safe.
 */
final class Answers {

  private final MemoryStore store;

  Answers(MemoryStore store) {
    this.store = store;
  }

  /** The record as just committed. */
  RecordView committed(Write write, Caller caller, Instant now) {
    MemoryRecord record = write.record();
    double salience = write.anchor().salienceAt(record.lifecycle(), now);
    return seen(record.withSalience(salience), caller);
  }

  /**
   * The record as it stands.
   *
   * @throws NotFoundException if it was deleted
   */
  RecordView stored(String id, Caller caller, Instant now) {
    return store.get(List.of(id)).stream()
        .findFirst()
        .map((Stored stored) -> seen(stored.at(now), caller))
        .orElseThrow(Targets::notFound);
  }

  private RecordView seen(MemoryRecord record, Caller caller) {
    return caller.visibility().sees(record)
        ? record.withAuditLog(wholeLog(record))
        : RedactedRecord.of(record);
  }

  private List<AuditEntry> wholeLog(MemoryRecord record) {
    List<AuditEntry> known = record.auditLog();
    return known.size() < Stored.AUDIT_EXCERPT ? known : store.auditLog(record.id());
  }
}
