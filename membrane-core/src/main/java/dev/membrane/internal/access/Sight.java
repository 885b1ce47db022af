package dev.membrane.internal.access;

import dev.membrane.AccessDeniedException;
import dev.membrane.Caller;
import dev.membrane.NotFoundException;
import dev.membrane.TrustContext;
import dev.membrane.schema.AuditEntry;
import dev.membrane.schema.MemoryRecord;
import dev.membrane.schema.RecordView;
import dev.membrane.schema.RedactedRecord;
import dev.membrane.schema.Sensitivity;
import dev.membrane.spi.search.Visibility;
import dev.membrane.spi.store.AuditTrail;
import dev.membrane.spi.store.StoreReader;
import dev.membrane.spi.store.StoreReader.RecordHeader;
import dev.membrane.spi.store.StoredRecord;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Decides what a caller learns of a record: all of it, its outline, or that there is none. */
public final class Sight {

  private Sight() {}

  /**
   * What a caller may see in a call.
   *
   * @param trust narrows it; null: the caller's whole grant
   * @throws dev.membrane.schema.ValidationException if the trust breaks a rule
   */
  public static Visibility under(@Nullable TrustContext trust, Caller caller) {
    if (trust == null) {
      return caller.visibility();
    }
    trust.check();
    return trust.of(caller);
  }

  /**
   * Checks that a record is seen in full.
   *
   * @throws AccessDeniedException if the caller may only know that it is or was there
   * @throws NotFoundException if the caller may not know of it
   */
  public static void requireInFull(
      Visibility visibility, @Nullable String scope, Sensitivity sensitivity) {
    if (visibility.seesRedacted(scope, sensitivity)) {
      throw AccessDeniedException.byTrust();
    }
    if (!visibility.sees(scope, sensitivity)) {
      throw NotFoundException.record();
    }
  }

  /** Whether a record is there, and seen in full. */
  public static boolean isInFull(RecordHeader header, Visibility visibility) {
    return !header.isDeleted() && visibility.sees(header.scope(), header.sensitivity());
  }

  /** The record at its live salience, in full or its outline; null if it is invisible. */
  public static @Nullable RecordView view(StoredRecord stored, Visibility visibility, Instant at) {
    MemoryRecord record = stored.at(at);
    if (visibility.sees(record)) {
      return record;
    }
    return visibility.seesRedacted(record) ? RedactedRecord.of(record) : null;
  }

  /** What is shown of a record that is seen in full, with its whole audit log. */
  public static MemoryRecord whole(
      MemoryRecord record, Caller caller, Visibility visibility, StoreReader store) {
    MemoryRecord whole = withWholeLog(record, store);
    return Withholding.from(List.of(whole), caller, visibility, store).of(whole);
  }

  /** What a search hydrates holds an excerpt of a long log. */
  private static MemoryRecord withWholeLog(MemoryRecord record, StoreReader store) {
    List<AuditEntry> known = record.auditLog();
    return known.size() < StoredRecord.AUDIT_EXCERPT
        ? record
        : record.withAuditLog(store.auditLog(record.id()).map(AuditTrail::entries).orElse(known));
  }
}
