package dev.membrane.protocol;

import com.google.protobuf.ByteString;
import dev.membrane.grpc.v1.GetAuditLogResponse;
import dev.membrane.spi.AuditLink;
import java.util.List;

/** Audit logs as messages. */
final class RevisionMapping {

  private RevisionMapping() {}

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
}
