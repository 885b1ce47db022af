package dev.membrane.spi;

import dev.membrane.schema.MemoryRecord;
import java.time.Instant;

/**
 * A record as a store holds it.
 *
 * <p>{@code record.salience()} is the anchor's value. {@code record.auditLog()} holds the whole log
 * up to {@value #AUDIT_EXCERPT} entries, else half of that many from its beginning and half from
 * its end; {@link MemoryStore#auditLog} always returns the whole log.
 *
 * @param record the record, at its anchor
 * @param version the version of the insert, usually 1, plus one for every replacement
 * @param anchor the last explicit change of salience
 * @param head the hash of the last link of its audit log; empty without one
 */
public record StoredRecord(MemoryRecord record, long version, Anchor anchor, String head) {

  /** The most audit entries in {@code record.auditLog()}. */
  public static final int AUDIT_EXCERPT = 40;

  /** The live salience at an instant. */
  public double salienceAt(Instant instant) {
    return anchor.salienceAt(record.lifecycle(), instant);
  }

  /** The record with its live salience at an instant. */
  public MemoryRecord at(Instant instant) {
    return record.withSalience(salienceAt(instant));
  }
}
