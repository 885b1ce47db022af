package dev.membrane.client;

import static java.util.Objects.requireNonNull;

import dev.membrane.AuditLog;
import dev.membrane.AuditLog.HistoryEntry;
import dev.membrane.AuditLog.VersionDiff;
import dev.membrane.Page;
import dev.membrane.PageRequest;
import dev.membrane.Permission;
import dev.membrane.TrustContext;
import dev.membrane.grpc.v1.GetAuditLogRequest;
import dev.membrane.grpc.v1.GetHistoryRequest;
import dev.membrane.grpc.v1.GetVersionDiffRequest;
import dev.membrane.grpc.v1.MembraneServiceGrpc.MembraneServiceBlockingStub;
import dev.membrane.spi.store.AuditTrail.AuditLink;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Reads audit logs. */
record RemoteAuditLog(Rpc rpc, RemoteCaller caller, @Nullable TrustContext trust)
    implements AuditLog {

  private static final String HISTORIES = "reading histories";

  @Override
  public AuditLog under(TrustContext narrower) {
    return new RemoteAuditLog(rpc, caller, requireNonNull(narrower, "trust"));
  }

  @Override
  public List<AuditLink> of(String id) {
    requireNonNull(id, "id");
    caller.require(Permission.RETRIEVE, "reading audit logs");
    GetAuditLogRequest.Builder wanted = GetAuditLogRequest.newBuilder().setId(id);
    Requests.under(caller.narrowed(trust), wanted::setTrust);
    return AnswerDecoder.auditLog(
        rpc.call(MembraneServiceBlockingStub::getAuditLog, wanted.build()));
  }

  @Override
  public Page<HistoryEntry> history(String id, PageRequest page) {
    requireNonNull(id, "id");
    requireNonNull(page, "page");
    caller.require(Permission.RETRIEVE, HISTORIES);
    GetHistoryRequest.Builder wanted =
        GetHistoryRequest.newBuilder()
            .setId(id)
            .setPageSize(page.pageSize())
            .setCursor(page.cursor());
    Requests.under(caller.narrowed(page.trust() == null ? trust : page.trust()), wanted::setTrust);
    return HistoryDecoder.page(rpc.call(MembraneServiceBlockingStub::getHistory, wanted.build()));
  }

  @Override
  public VersionDiff diff(String id, long from, long to) {
    requireNonNull(id, "id");
    caller.require(Permission.RETRIEVE, HISTORIES);
    GetVersionDiffRequest.Builder wanted =
        GetVersionDiffRequest.newBuilder().setId(id).setFrom(from).setTo(to);
    Requests.under(caller.narrowed(trust), wanted::setTrust);
    return HistoryDecoder.diff(
        rpc.call(MembraneServiceBlockingStub::getVersionDiff, wanted.build()));
  }
}
