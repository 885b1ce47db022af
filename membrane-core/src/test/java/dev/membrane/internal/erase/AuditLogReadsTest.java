package dev.membrane.internal.erase;

import static org.assertj.core.api.Assertions.assertThat;

import dev.membrane.EraseRequest;
import dev.membrane.EventRequest;
import dev.membrane.IngestOptions;
import dev.membrane.Membrane;
import dev.membrane.Memory;
import dev.membrane.internal.CountedLogReads;
import dev.membrane.internal.EngineFixture;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The audit logs of records that were gone before are read together. */
final class AuditLogReadsTest {

  private final AtomicReference<Instant> clock = new AtomicReference<>(EngineFixture.NOON);

  @Test
  void of_runs_that_were_pruned() {
    CountedLogReads store = new CountedLogReads();
    try (Membrane membrane =
        Membrane.builder().openStore(() -> store).backgroundJobs(false).clock(clock::get).build()) {
      List<String> runs =
          Stream.of("one", "two", "three").map(key -> observe(membrane, key)).toList();
      pass();
      var unused = membrane.maintenance().consolidate();
      runs.forEach(id -> membrane.revision().penalize(id, 1, "old"));
      pass();
      assertThat(membrane.maintenance().prune()).isEqualTo(runs.size());

      assertThat(membrane.revision().erase(EraseRequest.ofRecords(runs)).pruned())
          .isEqualTo(runs.size());

      // What they taught is foreseen and then taken back, and then what is left of them goes.
      assertThat(store.together()).containsExactly(runs.size(), runs.size(), runs.size());
    }
  }

  @Test
  void of_records_that_were_deleted_from_a_scope() {
    CountedLogReads store = new CountedLogReads();
    try (Membrane membrane =
        Membrane.builder().openStore(() -> store).backgroundJobs(false).build()) {
      List<String> runs =
          Stream.of("one", "two", "three").map(key -> observe(membrane, key)).toList();
      runs.forEach(id -> membrane.revision().delete(id, "asked"));

      membrane.revision().erase(EraseRequest.ofScope("home"));

      assertThat(store.together()).containsExactly(runs.size());
    }
  }

  private void pass() {
    clock.set(clock.get().plus(Duration.ofDays(40)));
  }

  private static String observe(Memory membrane, String key) {
    return membrane
        .ingestion()
        .event(
            EventRequest.builder()
                .source("agent")
                .eventKind("note")
                .ref("1")
                .summary("Ann likes tea")
                .options(IngestOptions.NONE.scope("home").episode(key))
                .build())
        .id();
  }
}
