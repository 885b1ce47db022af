package dev.membrane.client;

import static java.util.Objects.requireNonNull;

import dev.membrane.AuditLog;
import dev.membrane.HistoryEntry;
import dev.membrane.Page;
import dev.membrane.PageRequest;
import dev.membrane.TrustContext;
import dev.membrane.VersionDiff;
import dev.membrane.grpc.v1.GetAuditLogRequest;
import dev.membrane.grpc.v1.GetHistoryRequest;
import dev.membrane.grpc.v1.GetVersionDiffRequest;
import dev.membrane.grpc.v1.MembraneServiceGrpc.MembraneServiceBlockingStub;
import dev.membrane.spi.AuditLink;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Reads audit logs. */
record RemoteAuditLog(Rpc rpc) implements AuditLog {

  @Override
  public List<AuditLink> of(String id) {
    return entries(GetAuditLogRequest.newBuilder().setId(requireNonNull(id, "id")));
  }

  @Override
  public List<AuditLink> of(String id, TrustContext trust) {
    return entries(
        GetAuditLogRequest.newBuilder()
            .setId(requireNonNull(id, "id"))
            .setTrust(Requests.trust(requireNonNull(trust, "trust"))));
  }

  @Override
  public Page<HistoryEntry> history(String id, PageRequest page) {
    requireNonNull(page, "page");
    GetHistoryRequest.Builder wanted =
        GetHistoryRequest.newBuilder()
            .setId(requireNonNull(id, "id"))
            .setPageSize(page.pageSize())
            .setCursor(page.cursor());
    Requests.under(page.trust(), wanted::setTrust);
    return HistoryDecoder.page(rpc.call(MembraneServiceBlockingStub::getHistory, wanted.build()));
  }

  @Override
  public VersionDiff diff(String id, long from, long to, @Nullable TrustContext trust) {
    GetVersionDiffRequest.Builder wanted =
        GetVersionDiffRequest.newBuilder().setId(requireNonNull(id, "id")).setFrom(from).setTo(to);
    Requests.under(trust, wanted::setTrust);
    return HistoryDecoder.diff(
        rpc.call(MembraneServiceBlockingStub::getVersionDiff, wanted.build()));
  }

  private List<AuditLink> entries(GetAuditLogRequest.Builder request) {
    return AnswerDecoder.auditLog(
        rpc.call(MembraneServiceBlockingStub::getAuditLog, request.build()));
  }
}
