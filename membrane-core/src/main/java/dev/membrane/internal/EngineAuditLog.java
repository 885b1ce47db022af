package dev.membrane.internal;

import static java.util.Objects.requireNonNull;

import dev.membrane.AuditLog;
import dev.membrane.AuditLog.HistoryEntry;
import dev.membrane.AuditLog.VersionDiff;
import dev.membrane.Caller;
import dev.membrane.Page;
import dev.membrane.PageRequest;
import dev.membrane.TrustContext;
import dev.membrane.spi.Tracer.Operation;
import dev.membrane.spi.store.AuditTrail.AuditLink;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Reads audit logs for one caller. */
record EngineAuditLog(
    MemoryCalls calls, ReadServices reads, Caller caller, @Nullable TrustContext trust)
    implements AuditLog {

  @Override
  public AuditLog under(TrustContext narrower) {
    return new EngineAuditLog(calls, reads, caller, requireNonNull(narrower, "trust"));
  }

  @Override
  public List<AuditLink> of(String id) {
    requireNonNull(id, "id");
    return calls.answer(Operation.SEARCH, id, () -> reads.audit().log(id, trust, caller));
  }

  @Override
  public Page<HistoryEntry> history(String id, PageRequest page) {
    requireNonNull(id, "id");
    requireNonNull(page, "page");
    PageRequest shown = trust == null || page.trust() != null ? page : page.under(trust);
    return calls.answer(Operation.SEARCH, id, () -> reads.versions().of(id, shown, caller));
  }

  @Override
  public VersionDiff diff(String id, long from, long to) {
    requireNonNull(id, "id");
    return calls.answer(Operation.SEARCH, id, () -> reads.diffs().of(id, from, to, trust, caller));
  }
}
