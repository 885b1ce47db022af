package dev.membrane.internal.metrics;

import static dev.membrane.internal.retrieve.Remembered.NOW;
import static dev.membrane.internal.retrieve.Remembered.salience;
import static org.assertj.core.api.Assertions.assertThat;

import dev.membrane.Caller;
import dev.membrane.Memory.MetricsSnapshot;
import dev.membrane.internal.retrieve.Remembered;
import dev.membrane.schema.AuditAction;
import dev.membrane.schema.MemoryType;
import dev.membrane.schema.PerformanceStats;
import dev.membrane.schema.json.RecordCodec;
import dev.membrane.spi.store.Statistics;
import dev.membrane.store.memory.InMemoryStore;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class MetricsServiceTest {

  @Test
  void a_snapshot_has_every_figure_by_its_name() {
    var statistics =
        new Statistics(
            Map.of(MemoryType.EPISODIC, 3L, MemoryType.SEMANTIC, 1L),
            0.5,
            0.25,
            List.of(1L, 0L, 2L, 0L, 1L),
            3,
            1,
            2,
            Map.of(
                AuditAction.CREATE, 4L,
                AuditAction.REINFORCE, 2L,
                AuditAction.REVISE, 1L,
                AuditAction.FORK, 1L,
                AuditAction.MERGE, 2L),
            0.75,
            12.5);
    assertThat(new RecordCodec().write(new MetricsSnapshot(NOW, statistics, 7).toJson()))
        .isEqualTo(
            """
            {"collected_at":"2026-03-01T12:00:00Z","total_records":4,\
            "records_by_type":{"episodic":3,"working":0,"semantic":1,"competence":0,\
            "plan_graph":0},"avg_salience":0.5,"avg_confidence":0.25,\
            "salience_distribution":{"0.0-0.2":1,"0.2-0.4":0,"0.4-0.6":2,"0.6-0.8":0,\
            "0.8-1.0":1},"active_records":3,"pinned_records":1,"total_audit_entries":10,\
            "memory_growth_rate":0.5,"retrieval_usefulness":0.2,\
            "competence_success_rate":0.75,"plan_reuse_frequency":12.5,"revision_rate":0.4,\
            "embedding_backlog":7}""");
  }

  @Test
  void a_snapshot_is_what_the_store_holds_now() {
    Remembered memory = new Remembered();
    memory.event("a", salience(0.7));
    memory.add(
        Remembered.skill("s", new PerformanceStats(1, 1, 0.5, null, null), List.of()), salience(0));
    MetricsSnapshot metrics =
        new MetricsService(memory.store, InstantSource.fixed(NOW), any -> 0)
            .snapshot(Caller.ANONYMOUS);
    assertThat(metrics.totalRecords()).isEqualTo(2);
    assertThat(metrics.statistics().activeRecords()).isEqualTo(1);
    assertThat(metrics.statistics().meanSuccessRate()).isEqualTo(0.5);
    assertThat(metrics.memoryGrowthRate()).isEqualTo(1);
  }

  @Test
  void an_empty_memory_has_no_ratios() {
    MetricsSnapshot metrics =
        new MetricsService(new InMemoryStore(), InstantSource.fixed(NOW), any -> 0)
            .snapshot(Caller.ANONYMOUS);
    assertThat(metrics.memoryGrowthRate()).isZero();
    assertThat(metrics.retrievalUsefulness()).isZero();
    assertThat(metrics.revisionRate()).isZero();
  }
}
