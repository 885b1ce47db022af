package dev.membrane.spi;

import java.util.List;

/**
 * Rationales in the audit log of a record, or of what is left of one, that are erased. An erased
 * rationale is empty, and so is its nonce; nothing else of the log changes.
 *
 * @param id the record; if the id was never used, nothing is erased
 * @param entries the places of the entries in the log, counted from 1; empty: all that the log has
 *     before the commit
 */
public record ErasedRationales(String id, List<Integer> entries) {

  /** Copies the places. */
  public ErasedRationales {
    entries = List.copyOf(entries);
  }

  /** All rationales that the log of a record has before the commit. */
  public static ErasedRationales all(String id) {
    return new ErasedRationales(id, List.of());
  }
}
