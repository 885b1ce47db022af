package dev.membrane.internal.change;

import dev.membrane.schema.MemoryRecord;
import dev.membrane.spi.commit.Changeset;
import dev.membrane.spi.store.StoredRecord.Anchor;
import java.time.Instant;

/**
 * The changeset of a change, and the record that the change answers with.
 *
 * @param record the record as it will be, with what is known of its audit log
 * @param anchor its salience
 * @param changes everything to commit; may still grow
 */
public record Write(MemoryRecord record, Anchor anchor, Changeset.Builder changes) {

  /** The record with its live salience. */
  public MemoryRecord live(Instant now) {
    return record.withSalience(anchor.salienceAt(record.lifecycle(), now));
  }
}
