package dev.membrane.client;

import dev.membrane.Memory.MetricsSnapshot;
import dev.membrane.Permission;
import dev.membrane.grpc.v1.GetMetricsRequest;
import dev.membrane.grpc.v1.MembraneServiceGrpc.MembraneServiceBlockingStub;
import dev.membrane.grpc.v1.MetricsResponse;
import dev.membrane.schema.AuditAction;
import dev.membrane.schema.JsonObject;
import dev.membrane.schema.JsonString;
import dev.membrane.schema.JsonValue;
import dev.membrane.schema.MemoryType;
import dev.membrane.schema.Timestamps;
import dev.membrane.spi.store.Statistics;
import java.time.Instant;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/**
 * Turns the server's metrics into those that the engine would give. The server sends shares where
 * the engine has counts, so the count is computed from the share and its total.
 */
final class MetricsDecoder {

  private MetricsDecoder() {}

  /** Asks for the metrics. */
  static MetricsSnapshot read(Rpc rpc, RemoteCaller caller) {
    caller.require(Permission.ADMIN, "reading metrics");
    return of(
        rpc.call(MembraneServiceBlockingStub::getMetrics, GetMetricsRequest.getDefaultInstance()));
  }

  private static MetricsSnapshot of(MetricsResponse answer) {
    Map<String, JsonValue> json = AnswerDecoder.object(answer.getSnapshot()).members();
    long entries = count(json, "total_audit_entries");
    Map<AuditAction, Long> actions = new EnumMap<>(AuditAction.class);
    actions.put(AuditAction.REINFORCE, share(json, "retrieval_usefulness", entries));
    // Which of the three kinds of revisions they were is not told, and makes no difference here.
    actions.put(AuditAction.REVISE, share(json, "revision_rate", entries));
    long others = entries - actions.values().stream().mapToLong(Long::longValue).sum();
    actions.put(AuditAction.CREATE, others);
    Statistics statistics =
        new Statistics(
            byType(json),
            number(json, "avg_salience"),
            number(json, "avg_confidence"),
            bands(json),
            count(json, "active_records"),
            count(json, "pinned_records"),
            share(json, "memory_growth_rate", count(json, "total_records")),
            actions,
            number(json, "competence_success_rate"),
            number(json, "plan_reuse_frequency"));
    return new MetricsSnapshot(collectedAt(json), statistics, count(json, "embedding_backlog"));
  }

  private static Instant collectedAt(Map<String, JsonValue> json) {
    return json.get("collected_at") instanceof JsonString text
        ? Timestamps.parse("collected_at", text.value())
        : Instant.EPOCH;
  }

  private static Map<MemoryType, Long> byType(Map<String, JsonValue> json) {
    Map<MemoryType, Long> counts = new EnumMap<>(MemoryType.class);
    members(json, "records_by_type")
        .forEach(
            (type, number) ->
                counts.put(MemoryType.of("type", type), (long) AnswerDecoder.number(number)));
    return counts;
  }

  private static List<Long> bands(Map<String, JsonValue> json) {
    return members(json, "salience_distribution").values().stream()
        .map(number -> (long) AnswerDecoder.number(number))
        .toList();
  }

  private static Map<String, JsonValue> members(Map<String, JsonValue> json, String name) {
    return json.get(name) instanceof JsonObject object ? object.members() : Map.of();
  }

  private static long share(Map<String, JsonValue> json, String name, long whole) {
    return Math.round(number(json, name) * whole);
  }

  private static long count(Map<String, JsonValue> json, String name) {
    return (long) number(json, name);
  }

  private static double number(Map<String, JsonValue> json, String name) {
    return AnswerDecoder.number(json.get(name));
  }
}
