package dev.membrane;

import static org.assertj.core.api.Assertions.assertThat;

import dev.membrane.schema.MemoryType;
import dev.membrane.schema.OutcomeStatus;
import dev.membrane.store.memory.InMemoryStore;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

/** The work of the background jobs, for programs that run without them. */
class MaintenanceTest {

  private final AtomicReference<Instant> now =
      new AtomicReference<>(Instant.parse("2026-03-01T12:00:00Z"));

  private MembraneBuilder builder() {
    return Membrane.builder().clock(now::get).backgroundJobs(false);
  }

  private void pass(Duration time) {
    now.updateAndGet(it -> it.plus(time));
  }

  /** A run of three tools that has succeeded. */
  private void run(Memory memory, String episode) {
    String last = "";
    for (String tool : List.of("read", "edit", "test")) {
      last =
          memory
              .ingestion()
              .toolOutput(
                  ToolOutputRequest.builder()
                      .source("agent")
                      .toolName(tool)
                      .options(IngestOptions.NONE.unscoped().episode(episode))
                      .build())
              .id();
    }
    memory.ingestion().outcome(OutcomeRequest.of("agent", last, OutcomeStatus.SUCCESS));
    pass(Duration.ofMinutes(1));
  }

  @Test
  void pruning_learns_from_an_episode_before_it_deletes_it() {
    try (Membrane membrane = builder().openStore(InMemoryStore::new).build()) {
      for (String episode : List.of("one", "two", "three", "four")) {
        run(membrane, episode);
      }
      pass(Duration.ofDays(20));

      assertThat(membrane.maintenance().prune()).isEqualTo(4);
      assertThat(membrane.metrics().statistics().recordsByType())
          .containsEntry(MemoryType.COMPETENCE, 1L)
          .containsEntry(MemoryType.EPISODIC, 0L);
    }
  }
}
