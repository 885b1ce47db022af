package dev.membrane.internal;

import static java.util.Objects.requireNonNull;

import dev.membrane.AuditLog;
import dev.membrane.AuditLog.HistoryEntry;
import dev.membrane.AuditLog.VersionDiff;
import dev.membrane.Caller;
import dev.membrane.Page;
import dev.membrane.PageRequest;
import dev.membrane.TrustContext;
import dev.membrane.spi.AuditTrail.AuditLink;
import dev.membrane.spi.Tracer.Operation;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Reads audit logs for one caller. */
record EngineAuditLog(MemoryCalls calls, ReadServices reads, Caller caller) implements AuditLog {

  @Override
  public List<AuditLink> of(String id) {
    requireNonNull(id, "id");
    return calls.answer(Operation.SEARCH, id, () -> reads.audit().log(id, null, caller));
  }

  @Override
  public Page<HistoryEntry> history(String id, PageRequest page) {
    requireNonNull(id, "id");
    requireNonNull(page, "page");
    return calls.answer(Operation.SEARCH, id, () -> reads.versions().of(id, page, caller));
  }

  @Override
  public VersionDiff diff(String id, long from, long to, @Nullable TrustContext trust) {
    requireNonNull(id, "id");
    return calls.answer(Operation.SEARCH, id, () -> reads.diffs().of(id, from, to, trust, caller));
  }

  @Override
  public List<AuditLink> of(String id, TrustContext trust) {
    requireNonNull(id, "id");
    requireNonNull(trust, "trust");
    return calls.answer(Operation.SEARCH, id, () -> reads.audit().log(id, trust, caller));
  }
}
