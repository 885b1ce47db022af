package dev.membrane.internal.revise;

import dev.membrane.FailedPreconditionException;
import dev.membrane.schema.MemoryRecord;
import dev.membrane.schema.RevisablePayload;
import dev.membrane.spi.store.StoredRecord;

/**
 * Decides which records can be revised. Episodic records cannot, since experience stays as it was;
 * neither can retracted and superseded ones.
 */
final class Revisable {

  private Revisable() {}

  /**
   * Checks the records that are to be revised.
   *
   * @throws FailedPreconditionException if one of them cannot be
   */
  static void check(RevisionAttempt revision) {
    revision.old().stream().map(StoredRecord::record).forEach(Revisable::check);
  }

  private static void check(MemoryRecord record) {
    if (!(record.payload() instanceof RevisablePayload)) {
      throw new FailedPreconditionException("episodic memory is immutable");
    }
    if (record.isRetired()) {
      throw new FailedPreconditionException("record " + record.id() + " is retracted");
    }
  }
}
