package dev.membrane;

import dev.membrane.schema.AuditAction;
import dev.membrane.schema.JsonObject;
import dev.membrane.schema.JsonString;
import dev.membrane.schema.JsonValue;
import dev.membrane.schema.MemoryType;
import dev.membrane.spi.store.Statistics;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The memory as one caller reaches it: the caller makes all calls. It is used for as long as the
 * {@link Membrane} that it belongs to is open, and need not be closed. Safe for use by many
 * threads.
 */
public interface Memory {

  /** The same memory for a caller, who makes all calls of the result. */
  Memory as(Caller caller);

  /** Stores experience. */
  Ingestion ingestion();

  /** Answers questions. */
  Retrieval retrieval();

  /** Lists what is stored. */
  Listing listing();

  /** Changes what is known, and how salient it is. */
  Revision revision();

  /** Runs background jobs now, and counts what waits for them. */
  Maintenance maintenance();

  /** Reads the audit logs of records. */
  AuditLog audit();

  /**
   * The figures of this moment, aggregated by the store over all scopes.
   *
   * @throws AccessDeniedException without the permission {@code admin}
   * @throws dev.membrane.spi.store.StoreUnavailableException if the store cannot serve
   * @throws ClosedException after the memory was closed
   */
  MetricsSnapshot metrics();

  /**
   * Returns if the memory can serve.
   *
   * @throws dev.membrane.spi.store.StoreUnavailableException if the store cannot serve
   * @throws ClosedException after the memory was closed
   */
  void check();

  /**
   * What the memory holds, and quality figures. A ratio of nothing is 0.
   *
   * @param collectedAt the instant that the figures hold for
   * @param statistics the store's figures
   * @param embeddingBacklog how many records wait to be embedded
   */
  record MetricsSnapshot(Instant collectedAt, Statistics statistics, long embeddingBacklog) {

    private static final List<String> BANDS =
        List.of("0.0-0.2", "0.2-0.4", "0.4-0.6", "0.6-0.8", "0.8-1.0");

    /** How many records there are. */
    public long totalRecords() {
      return sum(statistics.recordsByType());
    }

    /** How many audit entries there are, those of deleted records included. */
    public long totalAuditEntries() {
      return sum(statistics.auditEntriesByAction());
    }

    /** The share of records created in the last 24 hours. */
    public double memoryGrowthRate() {
      return ratio(statistics.createdInLastDay(), totalRecords());
    }

    /** The share of audit entries that are reinforcements. */
    public double retrievalUsefulness() {
      return ratio(entries(AuditAction.REINFORCE), totalAuditEntries());
    }

    /** The share of audit entries that are revisions, forks and merges. */
    public double revisionRate() {
      long revisions =
          entries(AuditAction.REVISE) + entries(AuditAction.FORK) + entries(AuditAction.MERGE);
      return ratio(revisions, totalAuditEntries());
    }

    /** The snapshot as JSON, with every type and band, also those with 0. */
    public JsonObject toJson() {
      Map<String, JsonValue> json = new LinkedHashMap<>();
      json.put("collected_at", new JsonString(collectedAt.toString()));
      json.put("total_records", JsonValue.of(totalRecords()));
      json.put("records_by_type", recordsByType());
      json.put("avg_salience", JsonValue.of(statistics.avgSalience()));
      json.put("avg_confidence", JsonValue.of(statistics.avgConfidence()));
      json.put("salience_distribution", salienceDistribution());
      json.put("active_records", JsonValue.of(statistics.activeRecords()));
      json.put("pinned_records", JsonValue.of(statistics.pinnedRecords()));
      json.put("total_audit_entries", JsonValue.of(totalAuditEntries()));
      json.put("memory_growth_rate", JsonValue.of(memoryGrowthRate()));
      json.put("retrieval_usefulness", JsonValue.of(retrievalUsefulness()));
      json.put("competence_success_rate", JsonValue.of(statistics.meanSuccessRate()));
      json.put("plan_reuse_frequency", JsonValue.of(statistics.meanExecutionCount()));
      json.put("revision_rate", JsonValue.of(revisionRate()));
      json.put("embedding_backlog", JsonValue.of(embeddingBacklog));
      return new JsonObject(json);
    }

    private JsonObject recordsByType() {
      Map<String, JsonValue> counts = new LinkedHashMap<>();
      for (MemoryType type : MemoryType.values()) {
        long records = statistics.recordsByType().getOrDefault(type, 0L);
        counts.put(type.wireName(), JsonValue.of(records));
      }
      return new JsonObject(counts);
    }

    private JsonObject salienceDistribution() {
      Map<String, JsonValue> counts = new LinkedHashMap<>();
      for (int band = 0; band < BANDS.size(); band++) {
        counts.put(BANDS.get(band), JsonValue.of(statistics.salienceDistribution().get(band)));
      }
      return new JsonObject(counts);
    }

    private long entries(AuditAction action) {
      return statistics.auditEntriesByAction().getOrDefault(action, 0L);
    }

    private static long sum(Map<?, Long> counts) {
      return counts.values().stream().mapToLong(Long::longValue).sum();
    }

    private static double ratio(long part, long whole) {
      return whole == 0 ? 0 : (double) part / whole;
    }
  }
}
