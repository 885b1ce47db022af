package dev.membrane;

import static org.assertj.core.api.Assertions.assertThat;

import dev.membrane.ConsolidationResult.StageResult;
import java.util.LinkedHashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** What clients and the log are told of a run. */
class ConsolidationResultTest {

  private final Map<String, StageResult> stages = new LinkedHashMap<>();

  private String counts() {
    return new ConsolidationResult(stages).counts().toString();
  }

  private void ran(String stage, int created, int reinforced, int compressed, int failed) {
    stages.put(stage, new StageResult(created, reinforced, compressed, failed));
  }

  @Test
  void the_bundled_stages_have_the_counts_that_clients_know() {
    ran("episodic-compression", 0, 0, 1, 0);
    ran("semantic", 2, 10, 0, 100);
    ran("llm-extraction", 3, 20, 0, 200);
    ran("competence", 4, 30, 0, 300);
    ran("plan-graph", 5, 40, 0, 400);
    ran("generalization", 6, 50, 0, 500);

    assertThat(counts())
        .isEqualTo(
            "{episodic_compressed=1, semantic_extracted=2, semantic_triples_extracted=3,"
                + " competence_extracted=10, plan_graphs_extracted=5,"
                + " duplicates_resolved=150, extraction_skipped=1500}");
  }

  @Test
  void a_run_that_did_nothing_counts_nothing() {
    assertThat(counts())
        .isEqualTo(
            "{episodic_compressed=0, semantic_extracted=0, semantic_triples_extracted=0,"
                + " competence_extracted=0, plan_graphs_extracted=0,"
                + " duplicates_resolved=0, extraction_skipped=0}");
  }

  @Test
  void what_was_queued_again_is_counted_before_the_stages_of_vendors() {
    ran("greeting", 7, 1, 0, 2);

    Map<String, Integer> counts =
        new ConsolidationResult(stages, new ConsolidationResult.Again(4, 1)).counts();
    assertThat(counts.toString())
        .endsWith(", extraction_skipped=2, queued_again=4, unreadable=1, greeting=7}");
  }

  @Test
  void a_stage_of_a_vendor_is_counted_under_its_name() {
    ran("greeting", 7, 1, 0, 2);

    assertThat(counts()).endsWith(", duplicates_resolved=1, extraction_skipped=2, greeting=7}");
  }
}
