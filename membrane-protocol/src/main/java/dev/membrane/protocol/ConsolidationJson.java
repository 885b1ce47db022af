package dev.membrane.protocol;

import dev.membrane.ConsolidationResult;
import dev.membrane.StageResult;
import dev.membrane.schema.JsonObject;
import dev.membrane.schema.JsonValue;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;

/** The counts of a consolidation as JSON. */
final class ConsolidationJson {

  /** Those whose records have counts of their own among the seven. */
  private static final Set<String> BUNDLED =
      Set.of(
          "episodic-compression",
          "semantic",
          "llm-extraction",
          "competence",
          "plan-graph",
          "generalization");

  private ConsolidationJson() {}

  static JsonObject of(ConsolidationResult result) {
    Map<String, JsonValue> counts = new LinkedHashMap<>();
    put(counts, "episodic_compressed", result.of("episodic-compression").compressed());
    put(counts, "semantic_extracted", created(result, "semantic"));
    put(counts, "semantic_triples_extracted", created(result, "llm-extraction"));
    put(
        counts,
        "competence_extracted",
        created(result, "competence") + created(result, "generalization"));
    put(counts, "plan_graphs_extracted", created(result, "plan-graph"));
    StageResult total = result.total();
    put(counts, "duplicates_resolved", total.reinforced());
    put(counts, "extraction_skipped", total.failed());
    result
        .stages()
        .forEach(
            (stage, did) -> {
              if (!BUNDLED.contains(stage)) {
                counts.putIfAbsent(stage, JsonValue.of(did.created()));
              }
            });
    return new JsonObject(counts);
  }

  private static int created(ConsolidationResult result, String stage) {
    return result.of(stage).created();
  }

  private static void put(Map<String, JsonValue> counts, String name, int count) {
    counts.put(name, JsonValue.of(count));
  }
}
