package dev.membrane.grpc;

import com.google.protobuf.ByteString;
import dev.membrane.engine.Mandate;
import dev.membrane.engine.TrustContext;
import dev.membrane.grpc.v1.ContestRequest;
import dev.membrane.grpc.v1.DeleteRequest;
import dev.membrane.grpc.v1.ForkRequest;
import dev.membrane.grpc.v1.GetAuditLogRequest;
import dev.membrane.grpc.v1.GetAuditLogResponse;
import dev.membrane.grpc.v1.MergeRequest;
import dev.membrane.grpc.v1.PenalizeRequest;
import dev.membrane.grpc.v1.ReinforceRequest;
import dev.membrane.grpc.v1.RetractRequest;
import dev.membrane.grpc.v1.SupersedeRequest;
import dev.membrane.spi.AuditLink;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The requests that change what is there as the engine knows them, and audit logs as messages. */
final class RevisionMapping {

  private RevisionMapping() {}

  static Mandate mandate(SupersedeRequest from) {
    return mandate(from.getActor(), from.getRationale(), from.hasTrust() ? from.getTrust() : null);
  }

  static Mandate mandate(ForkRequest from) {
    return mandate(from.getActor(), from.getRationale(), from.hasTrust() ? from.getTrust() : null);
  }

  static Mandate mandate(MergeRequest from) {
    return mandate(from.getActor(), from.getRationale(), from.hasTrust() ? from.getTrust() : null);
  }

  static Mandate mandate(RetractRequest from) {
    return mandate(from.getActor(), from.getRationale(), from.hasTrust() ? from.getTrust() : null);
  }

  static Mandate mandate(ContestRequest from) {
    return mandate(from.getActor(), from.getRationale(), from.hasTrust() ? from.getTrust() : null);
  }

  static Mandate mandate(ReinforceRequest from) {
    return mandate(from.getActor(), from.getRationale(), from.hasTrust() ? from.getTrust() : null);
  }

  static Mandate mandate(PenalizeRequest from) {
    return mandate(from.getActor(), from.getRationale(), from.hasTrust() ? from.getTrust() : null);
  }

  static Mandate mandate(DeleteRequest from) {
    return mandate("", from.getReason(), from.hasTrust() ? from.getTrust() : null);
  }

  static @Nullable TrustContext trust(GetAuditLogRequest from) {
    return from.hasTrust() ? RetrieveMapping.trust(from.getTrust()) : null;
  }

  static GetAuditLogResponse response(List<AuditLink> links) {
    GetAuditLogResponse.Builder response = GetAuditLogResponse.newBuilder();
    links.forEach(link -> response.addEntries(bytes(link)));
    return response.build();
  }

  /** The entry's own members, and a hash that needs no escaping after them. */
  private static ByteString bytes(AuditLink link) {
    String entry = Fields.CODEC.encode(link.entry());
    String open = entry.substring(0, entry.length() - 1);
    return ByteString.copyFromUtf8(open + ",\"hash\":\"" + link.hash() + "\"}");
  }

  private static Mandate mandate(
      String actor, String rationale, dev.membrane.grpc.v1.@Nullable TrustContext trust) {
    return new Mandate(actor, rationale, trust == null ? null : RetrieveMapping.trust(trust));
  }
}
