package dev.membrane;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.membrane.internal.embed.Meanings;
import dev.membrane.schema.MemoryType;
import dev.membrane.schema.OutcomeStatus;
import dev.membrane.spi.Extractor;
import dev.membrane.spi.commit.Changeset;
import dev.membrane.spi.store.ForwardingStore;
import dev.membrane.spi.store.MemoryStore;
import dev.membrane.spi.store.StoreUnavailableException;
import dev.membrane.store.memory.InMemoryStore;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
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

  /** Of many processes, one of which has every turn. It can go away, and counts its commits. */
  private static final class OutageStore extends ForwardingStore implements MemoryStore.Leases {

    private final CountDownLatch refused = new CountDownLatch(1);
    private final AtomicInteger commits = new AtomicInteger();
    private boolean isAway;
    private boolean isTaken;

    OutageStore() {
      super(new InMemoryStore());
    }

    @Override
    public void commit(Changeset changeset) {
      if (isAway) {
        throw new StoreUnavailableException("gone");
      }
      commits.incrementAndGet();
      super.commit(changeset);
    }

    @Override
    public Optional<Leases> leases() {
      return Optional.of(this);
    }

    @Override
    public boolean take(String name, String holder, Duration term) {
      if (isTaken) {
        refused.countDown();
      }
      return !isTaken;
    }

    @Override
    public void release(String name, String holder) {}
  }

  private final OutageStore shared = new OutageStore();

  @Test
  void an_unavailable_store_ends_a_consolidation() {
    try (Membrane membrane = builder().store(shared).build()) {
      run(membrane, "one");
      pass(Duration.ofDays(2));
      shared.isAway = true;
      assertThatThrownBy(() -> membrane.maintenance().consolidate())
          .isInstanceOf(StoreUnavailableException.class)
          .hasMessage("gone");
    }
  }

  @Test
  void an_unavailable_store_ends_an_embedding() {
    try (Membrane membrane = builder().store(shared).embedder(new Meanings()).build()) {
      run(membrane, "one");
      shared.isAway = true;
      for (int call = 0; call < 2; call++) {
        assertThatThrownBy(() -> membrane.maintenance().embed())
            .isInstanceOf(StoreUnavailableException.class)
            .hasMessage("gone");
      }
      shared.isAway = false;
      assertThat(membrane.maintenance().embed().embedded()).isEqualTo(1);
    }
  }

  @Test
  void a_stage_that_fails_is_counted_and_keeps_no_other_from_learning() {
    Extractor failing =
        episodes -> {
          throw new IllegalStateException("on purpose");
        };
    try (Membrane membrane = builder().store(shared).extractor(failing).build()) {
      run(membrane, "one");
      pass(Duration.ofDays(2));
      ConsolidationResult result = membrane.maintenance().consolidate();
      assertThat(result.of("llm-extraction").failed()).isEqualTo(1);
      assertThat(result.stages()).containsKey("plan-graph");
    }
  }

  @Test
  void nothing_is_learned_in_a_store_whose_memory_was_closed_meanwhile() {
    AtomicReference<Runnable> closing = new AtomicReference<>();
    AtomicInteger before = new AtomicInteger();
    Extractor extractor =
        episodes -> {
          closing.get().run();
          before.set(shared.commits.get());
          throw new IllegalStateException("on purpose");
        };
    try (Membrane membrane = builder().store(shared).extractor(extractor).build()) {
      closing.set(membrane::close);
      run(membrane, "one");
      pass(Duration.ofDays(2));
      assertThatThrownBy(() -> membrane.maintenance().consolidate())
          .isInstanceOf(ClosedException.class);
    }
    assertThat(shared.commits).hasValue(before.get());
    assertThat(shared.queued("learn:llm-extraction")).isEqualTo(1);
  }

  @Test
  void a_call_that_waits_for_its_turn_says_that_the_memory_was_closed() throws Exception {
    Map<String, Consumer<Membrane>> calls =
        Map.of(
            "consolidate", it -> it.maintenance().consolidate(),
            "prune", it -> it.maintenance().prune(),
            "expiry", it -> it.maintenance().expireIdempotencyKeys(),
            "erase", it -> it.revision().erase(EraseRequest.ofScope("place")));
    for (Map.Entry<String, Consumer<Membrane>> call : calls.entrySet()) {
      OutageStore store = new OutageStore();
      store.isTaken = true;
      Membrane membrane = builder().store(store).build();
      CompletableFuture<Void> waiting =
          CompletableFuture.runAsync(() -> call.getValue().accept(membrane));
      store.refused.await();
      membrane.close();
      assertThatThrownBy(waiting::get).as(call.getKey()).hasCauseInstanceOf(ClosedException.class);
    }
  }
}
