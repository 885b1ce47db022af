package dev.membrane.client;

import static java.util.Objects.requireNonNull;

import dev.membrane.AuditLog;
import dev.membrane.TrustContext;
import dev.membrane.grpc.v1.GetAuditLogRequest;
import dev.membrane.grpc.v1.MembraneServiceGrpc.MembraneServiceBlockingStub;
import dev.membrane.spi.AuditLink;
import java.util.List;

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

  private List<AuditLink> entries(GetAuditLogRequest.Builder request) {
    return Answers.auditLog(rpc.call(MembraneServiceBlockingStub::getAuditLog, request.build()));
  }
}
