package dev.membrane.protocol;

import com.google.protobuf.ByteString;
import dev.membrane.grpc.v1.GetAuditLogResponse;
import dev.membrane.spi.store.AuditTrail.AuditLink;
import java.util.List;

/** Translates audit logs into messages. */
final class RevisionMapping {

  private RevisionMapping() {}

  static GetAuditLogResponse response(List<AuditLink> links) {
    GetAuditLogResponse.Builder response = GetAuditLogResponse.newBuilder();
    links.forEach(link -> response.addEntries(bytes(link)));
    return response.build();
  }

  /** The entry's own members, and hashes that need no escaping after them. */
  private static ByteString bytes(AuditLink link) {
    String entry = Fields.CODEC.encode(link.entry());
    String open = entry.substring(0, entry.length() - 1);
    return ByteString.copyFromUtf8(open + member("hash", link.hash()) + proof(link) + "}");
  }

  /** What the hash is of, unless somebody could guess a content from it. */
  private static String proof(AuditLink link) {
    return link.isSalted()
        ? member("rationale_hash", link.rationaleHash())
            + member("content_hash", link.contentHash())
        : "";
  }

  private static String member(String name, String value) {
    return ",\"" + name + "\":\"" + value + "\"";
  }
}
