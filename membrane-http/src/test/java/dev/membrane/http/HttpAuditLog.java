package dev.membrane.http;

import static java.util.Objects.requireNonNull;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.membrane.AuditLog;
import dev.membrane.Page;
import dev.membrane.PageRequest;
import dev.membrane.TrustContext;
import dev.membrane.spi.store.AuditTrail.AuditLink;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Reads audit logs over HTTP. */
record HttpAuditLog(HttpMemory memory, @Nullable TrustContext trust) implements AuditLog {

  @Override
  public AuditLog under(TrustContext narrower) {
    return new HttpAuditLog(memory, requireNonNull(narrower, "trust"));
  }

  @Override
  public List<AuditLink> of(String id) {
    return HttpAnswers.auditLog(memory.call("get-audit-log", shown(HttpRequests.id(id))));
  }

  @Override
  public Page<HistoryEntry> history(String id, PageRequest page) {
    requireNonNull(page, "page");
    ObjectNode request = HttpRequests.page(page).put("id", requireNonNull(id, "id"));
    return HttpPast.history(
        memory.call("get-history", page.trust() == null ? shown(request) : request));
  }

  @Override
  public VersionDiff diff(String id, long from, long to) {
    ObjectNode request = HttpRequests.id(id).put("from", from).put("to", to);
    return HttpPast.diff(memory.call("get-version-diff", shown(request)));
  }

  private ObjectNode shown(ObjectNode request) {
    return trust == null ? request : HttpRequests.under(trust, request);
  }
}
