package dev.membrane.internal.engine;

import dev.membrane.spi.AuditTrail;
import dev.membrane.spi.Header;
import dev.membrane.spi.StoreReader;
import dev.membrane.spi.UnreadableRecordException;
import dev.membrane.spi.Visibility;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** Asks for the header of one record for somebody who may not know of it. */
public final class KnownHeader {

  private KnownHeader() {}

  /**
   * The header of a record; empty if there is none.
   *
   * @param store a {@link ReadableStore#strict} one
   * @throws UnreadableRecordException if it cannot be read, and the record is one that the caller
   *     may know of; to others there is none
   */
  public static Optional<Header> of(
      String id, Instant at, Visibility visibility, StoreReader store) {
    try {
      return store.headers(List.of(id), at).stream().findFirst();
    } catch (UnreadableRecordException damaged) {
      if (store.auditLog(id).filter(trail -> isKnown(trail, visibility)).isPresent()) {
        throw damaged;
      }
      return Optional.empty();
    }
  }

  /** What a log tells of its record can be read when the header cannot. */
  private static boolean isKnown(AuditTrail trail, Visibility visibility) {
    return visibility.sees(trail.scope(), trail.sensitivity())
        || visibility.seesRedacted(trail.scope(), trail.sensitivity());
  }
}
