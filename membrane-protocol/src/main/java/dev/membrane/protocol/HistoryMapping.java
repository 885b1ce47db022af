package dev.membrane.protocol;

import com.google.protobuf.ByteString;
import dev.membrane.AuditLog;
import dev.membrane.AuditLog.HistoryEntry;
import dev.membrane.AuditLog.VersionDiff;
import dev.membrane.Page;
import dev.membrane.grpc.v1.FieldChange;
import dev.membrane.grpc.v1.GetHistoryRequest;
import dev.membrane.grpc.v1.GetHistoryResponse;
import dev.membrane.grpc.v1.GetVersionDiffRequest;
import dev.membrane.grpc.v1.GetVersionDiffResponse;
import dev.membrane.grpc.v1.TrustContext;
import dev.membrane.schema.JsonValue;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Translates histories into messages. */
final class HistoryMapping {

  private HistoryMapping() {}

  static AuditLog under(boolean isNarrowed, TrustContext trust, AuditLog whole) {
    return isNarrowed ? whole.under(RetrieveMapping.trust(trust)) : whole;
  }

  static GetHistoryResponse response(GetHistoryRequest from, AuditLog log) {
    Page<HistoryEntry> page =
        log.history(
            from.getId(),
            ListMapping.page(
                from.hasTrust(), from.getTrust(), from.getPageSize(), from.getCursor()));
    GetHistoryResponse.Builder response =
        GetHistoryResponse.newBuilder().setNextCursor(page.nextCursor());
    page.items().forEach(entry -> response.addVersions(ByteString.copyFromUtf8(json(entry))));
    return response.build();
  }

  static GetVersionDiffResponse diff(GetVersionDiffRequest from, AuditLog log) {
    VersionDiff diff =
        under(from.hasTrust(), from.getTrust(), log)
            .diff(from.getId(), from.getFrom(), from.getTo());
    GetVersionDiffResponse.Builder response =
        GetVersionDiffResponse.newBuilder().setFrom(diff.from()).setTo(diff.to());
    diff.changes().forEach(change -> response.addChanges(change(change)));
    return response.build();
  }

  private static FieldChange change(VersionDiff.FieldChange from) {
    return FieldChange.newBuilder()
        .setPath(from.path())
        .setBefore(value(from.before()))
        .setAfter(value(from.after()))
        .build();
  }

  private static ByteString value(@Nullable JsonValue value) {
    return value == null ? ByteString.EMPTY : ByteString.copyFromUtf8(Fields.CODEC.write(value));
  }

  /** Composed as text, because records are too large to be read back only to be nested. */
  private static String json(HistoryEntry entry) {
    String to = entry.to() == null ? "" : ",\"to\":\"" + entry.to() + "\"";
    String audit =
        entry.audit().stream()
            .map(Fields.CODEC::encode)
            .collect(Collectors.joining(",", ",\"audit\":[", "]"));
    String salience = entry.salience() == null ? "" : ",\"salience\":" + entry.salience();
    String record =
        entry.record() == null ? "" : ",\"record\":" + Fields.CODEC.encode(entry.record());
    return "{\"version\":"
        + entry.version()
        + ",\"from\":\""
        + entry.from()
        + "\""
        + to
        + audit
        + salience
        + record
        + "}";
  }
}
