package dev.membrane.store.sqlite;

import dev.membrane.spi.Stored;

/**
 * A whole record.
 *
 * @param bytes the room it takes in memory, about
 */
record Hydrated(Stored stored, int bytes) {

  /** What the objects take beside what the document says, about. */
  private static final int BYTES = 1_000;

  /** A document takes more room as objects than as text, about as many times as much. */
  private static final int GROWTH = 3;

  private static final int BYTES_OF_ENTRY = 400;

  /** A record, and the length of its document. */
  static Hydrated of(Stored stored, int length) {
    long bytes =
        BYTES + (long) GROWTH * length + (long) BYTES_OF_ENTRY * stored.record().auditLog().size();
    return new Hydrated(stored, (int) Math.min(Integer.MAX_VALUE, bytes));
  }
}
