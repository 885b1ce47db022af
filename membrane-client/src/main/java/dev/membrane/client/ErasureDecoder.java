package dev.membrane.client;

import com.google.protobuf.ByteString;
import dev.membrane.Revision.EraseReport;
import dev.membrane.schema.JsonArray;
import dev.membrane.schema.JsonBoolean;
import dev.membrane.schema.JsonNumber;
import dev.membrane.schema.JsonObject;
import dev.membrane.schema.JsonString;
import dev.membrane.schema.JsonValue;
import dev.membrane.schema.MemoryType;
import dev.membrane.schema.json.RecordCodec;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Reads the reports of erasures. */
final class ErasureDecoder {

  private static final RecordCodec CODEC = new RecordCodec();

  private ErasureDecoder() {}

  static EraseReport report(ByteString answer) {
    Map<String, JsonValue> report =
        ((JsonObject) CODEC.parse("report", answer.toStringUtf8())).members();
    return new EraseReport(
        truth(report.get("dry_run")),
        text(report.get("proof_id")),
        counts(report.get("records")),
        counts(report.get("learned")),
        number(report.get("changed")),
        number(report.get("pruned")),
        number(report.get("idempotency_keys")),
        texts(report.get("ids")),
        texts(report.get("learned_ids")),
        texts(report.get("changed_ids")),
        texts(report.get("pruned_ids")),
        texts(report.get("others")),
        truth(report.get("others_truncated")),
        text(report.get("digest")),
        report.get("data_key_destroyed") instanceof JsonBoolean truth ? truth.value() : null);
  }

  private static boolean truth(@Nullable JsonValue value) {
    return value instanceof JsonBoolean truth && truth.value();
  }

  private static String text(@Nullable JsonValue value) {
    return value instanceof JsonString text ? text.value() : "";
  }

  private static long number(@Nullable JsonValue value) {
    return value instanceof JsonNumber number ? (long) number.doubleValue() : 0;
  }

  private static List<String> texts(@Nullable JsonValue value) {
    return value instanceof JsonArray array
        ? array.items().stream().map(ErasureDecoder::text).toList()
        : List.of();
  }

  private static Map<MemoryType, Long> counts(@Nullable JsonValue value) {
    Map<MemoryType, Long> counts = new EnumMap<>(MemoryType.class);
    if (value instanceof JsonObject object) {
      for (MemoryType type : MemoryType.values()) {
        if (object.members().containsKey(type.wireName())) {
          counts.put(type, number(object.get(type.wireName())));
        }
      }
    }
    return counts;
  }
}
