package dev.membrane.protocol;

import com.google.protobuf.ByteString;
import dev.membrane.EraseRequest;
import dev.membrane.Revision.EraseReport;
import dev.membrane.grpc.v1.EraseResponse;
import dev.membrane.schema.JsonObject;
import dev.membrane.schema.JsonValue;
import dev.membrane.schema.MemoryType;
import java.util.LinkedHashMap;
import java.util.Map;

/** The request and the report of an erasure. */
final class EraseMapping {

  private EraseMapping() {}

  static EraseRequest request(dev.membrane.grpc.v1.EraseRequest request) {
    EraseRequest.Builder wanted =
        EraseRequest.builder()
            .ids(request.getIdsList())
            .reason(request.getReason())
            .dryRun(request.getDryRun())
            .overridePolicy(request.getOverridePolicy());
    Fields.set(Fields.text(request.getScope()), wanted::scope);
    Fields.set(Fields.text(request.getSubject()), wanted::subject);
    return wanted.build();
  }

  static EraseResponse response(EraseReport report) {
    return EraseResponse.newBuilder()
        .setReport(ByteString.copyFromUtf8(Fields.CODEC.write(json(report))))
        .build();
  }

  private static JsonObject json(EraseReport report) {
    Map<String, JsonValue> members = new LinkedHashMap<>();
    members.put("dry_run", JsonValue.of(report.dryRun()));
    members.put("records", counts(report.records()));
    members.put("learned", counts(report.learned()));
    members.put("changed", JsonValue.of(report.changed()));
    members.put("pruned", JsonValue.of(report.pruned()));
    members.put("idempotency_keys", JsonValue.of(report.idempotencyKeys()));
    members.put("ids", JsonValue.of(report.ids()));
    members.put("learned_ids", JsonValue.of(report.learnedIds()));
    members.put("changed_ids", JsonValue.of(report.changedIds()));
    members.put("pruned_ids", JsonValue.of(report.prunedIds()));
    if (report.dryRun()) {
      members.put("others", JsonValue.of(report.others()));
      members.put("others_truncated", JsonValue.of(report.othersTruncated()));
    } else if (!report.proofId().isEmpty()) {
      members.put("proof_id", JsonValue.of(report.proofId()));
      members.put("digest", JsonValue.of(report.digest()));
    }
    if (report.dataKeyDestroyed() != null) {
      members.put("data_key_destroyed", JsonValue.of(report.dataKeyDestroyed()));
    }
    return new JsonObject(members);
  }

  private static JsonValue counts(Map<MemoryType, Long> byType) {
    Map<String, Long> counts = new LinkedHashMap<>();
    for (MemoryType type : MemoryType.values()) {
      Long count = byType.get(type);
      if (count != null) {
        counts.put(type.wireName(), count);
      }
    }
    return JsonValue.of(counts);
  }
}
