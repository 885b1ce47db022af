package dev.membrane.protocol;

import com.google.protobuf.ByteString;
import dev.membrane.AuditLog;
import dev.membrane.HistoryEntry;
import dev.membrane.HistoryPage;
import dev.membrane.grpc.v1.GetHistoryRequest;
import dev.membrane.grpc.v1.GetHistoryResponse;
import java.util.stream.Collectors;

/** Translates histories into messages. */
final class HistoryMapping {

  private HistoryMapping() {}

  static GetHistoryResponse response(GetHistoryRequest from, AuditLog log) {
    HistoryPage page =
        log.history(
            from.getId(),
            ListMapping.page(
                from.hasTrust(), from.getTrust(), from.getPageSize(), from.getCursor()));
    GetHistoryResponse.Builder response =
        GetHistoryResponse.newBuilder().setNextCursor(page.nextCursor());
    page.versions().forEach(entry -> response.addVersions(ByteString.copyFromUtf8(json(entry))));
    return response.build();
  }

  /** Composed as text, because records are too large to be read back only to be nested. */
  private static String json(HistoryEntry entry) {
    String to = entry.to() == null ? "" : ",\"to\":\"" + entry.to() + "\"";
    String audit =
        entry.audit().stream()
            .map(Fields.CODEC::encode)
            .collect(Collectors.joining(",", ",\"audit\":[", "]"));
    String record =
        entry.record() == null ? "" : ",\"record\":" + Fields.CODEC.encode(entry.record());
    return "{\"version\":"
        + entry.version()
        + ",\"from\":\""
        + entry.from()
        + "\""
        + to
        + audit
        + ",\"salience\":"
        + entry.salience()
        + record
        + "}";
  }
}
