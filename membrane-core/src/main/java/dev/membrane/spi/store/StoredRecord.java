package dev.membrane.spi.store;

import dev.membrane.schema.Lifecycle;
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

  /**
   * The last explicit change of a record's salience, from which every later value follows.
   *
   * @param salience the salience right after that change, finite and at least 0
   * @param at the instant of that change, in whole microseconds
   */
  public record Anchor(double salience, Instant at) {

    /** Removes the sign of a zero, which not every database keeps. */
    public Anchor {
      salience = salience + 0.0;
    }

    /** The live salience at an instant under the decay rules of a record. */
    public double salienceAt(Lifecycle lifecycle, Instant instant) {
      return lifecycle.salienceAt(salience, at, instant);
    }
  }
}
