package dev.membrane.audit;

import dev.membrane.engine.AccessDeniedException;
import dev.membrane.engine.Caller;
import dev.membrane.engine.NotFoundException;
import dev.membrane.engine.Permission;
import dev.membrane.engine.RecordIds;
import dev.membrane.engine.TrustContext;
import dev.membrane.spi.AuditLink;
import dev.membrane.spi.AuditTrail;
import dev.membrane.spi.MemoryStore;
import dev.membrane.spi.Visibility;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Says what was done to a record, by whom and why. Safe for use by many threads. */
public final class AuditService {

  private final MemoryStore store;

  /** A service over a store. */
  public AuditService(MemoryStore store) {
    this.store = store;
  }

  /** {@link #log(String, TrustContext, Caller)} where nobody has to say who they are. */
  public List<AuditLink> log(String id) {
    return log(id, null, Caller.ANONYMOUS);
  }

  /**
   * The whole audit log of a record, also of a deleted one, oldest first.
   *
   * @param trust narrows what the caller may see; null: the caller's whole grant
   * @throws NotFoundException if there never was such a record that the caller may know of
   * @throws AccessDeniedException if the caller may only know that it is or was there
   */
  public List<AuditLink> log(String id, @Nullable TrustContext trust, Caller caller) {
    caller.require(Permission.RETRIEVE, "reading audit logs");
    if (trust != null) {
      trust.check();
    }
    Visibility visibility = trust == null ? caller.visibility() : trust.of(caller);
    AuditTrail trail =
        RecordIds.canonical(id).flatMap(store::auditLog).orElseThrow(NotFoundException::record);
    if (visibility.sees(trail.scope(), trail.sensitivity())) {
      return trail.links();
    }
    if (visibility.seesRedacted(trail.scope(), trail.sensitivity())) {
      throw AccessDeniedException.byTrust();
    }
    throw NotFoundException.record();
  }
}
