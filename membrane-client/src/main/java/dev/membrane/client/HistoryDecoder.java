package dev.membrane.client;

import com.google.protobuf.ByteString;
import dev.membrane.AuditLog.HistoryEntry;
import dev.membrane.AuditLog.VersionDiff;
import dev.membrane.AuditLog.VersionDiff.FieldChange;
import dev.membrane.Page;
import dev.membrane.grpc.v1.GetHistoryResponse;
import dev.membrane.grpc.v1.GetVersionDiffResponse;
import dev.membrane.schema.AuditEntry;
import dev.membrane.schema.JsonArray;
import dev.membrane.schema.JsonObject;
import dev.membrane.schema.JsonString;
import dev.membrane.schema.JsonValue;
import dev.membrane.schema.json.RecordCodec;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Reads answers about former states. */
final class HistoryDecoder {

  private static final RecordCodec CODEC = new RecordCodec();

  private HistoryDecoder() {}

  static Page<HistoryEntry> page(GetHistoryResponse answer) {
    return new Page<>(
        answer.getVersionsList().stream().map(HistoryDecoder::entry).toList(),
        answer.getNextCursor());
  }

  private static HistoryEntry entry(ByteString json) {
    Map<String, JsonValue> members =
        ((JsonObject) CODEC.parseWritten("versions", json.toStringUtf8())).members();
    JsonValue record = members.get("record");
    return new HistoryEntry(
        (long) AnswerDecoder.number(members.get("version")),
        Instant.parse(text(members.get("from"))),
        members.containsKey("to") ? Instant.parse(text(members.get("to"))) : null,
        audit(members.get("audit")),
        members.containsKey("salience") ? AnswerDecoder.number(members.get("salience")) : null,
        record == null ? null : CODEC.decode(CODEC.write(record)));
  }

  static VersionDiff diff(GetVersionDiffResponse answer) {
    return new VersionDiff(
        answer.getFrom(),
        answer.getTo(),
        answer.getChangesList().stream()
            .map(it -> new FieldChange(it.getPath(), value(it.getBefore()), value(it.getAfter())))
            .toList());
  }

  private static @Nullable JsonValue value(ByteString json) {
    return json.isEmpty() ? null : CODEC.parseWritten("changes", json.toStringUtf8());
  }

  private static List<AuditEntry> audit(@Nullable JsonValue entries) {
    return entries instanceof JsonArray array
        ? array.items().stream().map(CODEC::write).map(CODEC::decodeAuditEntry).toList()
        : List.of();
  }

  private static String text(@Nullable JsonValue value) {
    return value instanceof JsonString text ? text.value() : "";
  }
}
