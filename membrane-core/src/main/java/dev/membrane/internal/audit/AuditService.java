package dev.membrane.internal.audit;

import dev.membrane.Caller;
import dev.membrane.NotFoundException;
import dev.membrane.Permission;
import dev.membrane.TrustContext;
import dev.membrane.internal.access.KnownRecords;
import dev.membrane.internal.access.Sight;
import dev.membrane.internal.access.Withholding;
import dev.membrane.internal.value.RecordIds;
import dev.membrane.internal.work.AttendedStore;
import dev.membrane.schema.MemoryRecord;
import dev.membrane.spi.search.Visibility;
import dev.membrane.spi.store.AuditTrail;
import dev.membrane.spi.store.AuditTrail.AuditLink;
import dev.membrane.spi.store.MemoryStore;
import dev.membrane.spi.store.StoredRecord;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Reads the audit logs of records: what was done, by whom and why. Safe for use by many threads.
 */
public final class AuditService {

  private final MemoryStore store;

  /** A service over a store. */
  public AuditService(MemoryStore store) {
    this.store = store;
  }

  /**
   * The whole audit log of a record, also of a deleted one, oldest first. In entries about records
   * that the caller does not see, actor and rationale are empty, and so are the nonce and all
   * hashes except {@code hash}.
   *
   * @param trust narrows what the caller may see; null: the caller's whole grant
   * @throws NotFoundException if there never was such a record that the caller may know of
   * @throws dev.membrane.AccessDeniedException if the caller may only know that it is or was there
   */
  public List<AuditLink> log(String id, @Nullable TrustContext trust, Caller caller) {
    caller.require(Permission.RETRIEVE, "reading audit logs");
    Visibility visibility = Sight.under(trust, caller);
    String canonical = RecordIds.given(id);
    MemoryStore attended = AttendedStore.of(store, caller);
    new KnownRecords(attended, visibility).require(canonical);
    AuditTrail trail = attended.auditLog(canonical).orElseThrow(NotFoundException::record);
    // It may have been made more sensitive in between.
    Sight.requireInFull(visibility, trail.scope(), trail.sensitivity());
    // It counts what was erased, and that of whom the caller may know nothing, too.
    if (ErasureProof.of(trail).isPresent()) {
      caller.require(Permission.ADMIN, "reading the proof of an erasure");
    }
    return shown(trail, caller, visibility, attended);
  }

  private static List<AuditLink> shown(
      AuditTrail trail, Caller caller, Visibility visibility, MemoryStore store) {
    StoredRecord stored = trail.stored();
    MemoryRecord record = stored == null ? null : stored.record();
    List<MemoryRecord> records = record == null ? List.of() : List.of(record);
    return Withholding.from(records, trail.links(), caller, visibility, store)
        .of(trail.links(), record);
  }
}
