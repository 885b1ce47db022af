package dev.membrane.internal.consolidate;

import static org.assertj.core.api.Assertions.assertThat;

import dev.membrane.Caller;
import dev.membrane.CancelledException;
import dev.membrane.EraseRequest;
import dev.membrane.EventRequest;
import dev.membrane.IngestOptions;
import dev.membrane.Membrane;
import dev.membrane.Memory;
import dev.membrane.OutcomeRequest;
import dev.membrane.schema.OutcomeStatus;
import dev.membrane.schema.Sensitivity;
import dev.membrane.spi.Episode;
import dev.membrane.spi.Extractor;
import dev.membrane.spi.Extractor.CandidateFact;
import dev.membrane.store.memory.InMemoryStore;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

/** Who erases while a long run learns. */
class HandoverTest {

  /** More than a stage takes at once. */
  private static final int EPISODES = 120;

  private final InMemoryStore store = new InMemoryStore();
  private final List<String> ids = new ArrayList<>();
  private final AtomicReference<Throwable> failure = new AtomicReference<>();
  private final AtomicReference<Runnable> duringTheFirst = new AtomicReference<>(() -> {});
  private int asked;
  private int leftAtErasure;

  @Test
  void an_erasure_waits_for_a_batch_and_not_for_the_whole_run() throws InterruptedException {
    // It is asked a few times before the erasure asks for its turn, and then each second.
    CountDownLatch waiting = new CountDownLatch(4);
    Caller caller =
        Caller.ANONYMOUS.waitingUntil(
            () -> {
              waiting.countDown();
              return false;
            });
    try (Membrane membrane = open()) {
      Thread erasing = erasing(membrane.as(caller));
      duringTheFirst.set(
          () -> {
            erasing.start();
            await(waiting);
          });
      membrane.maintenance().consolidate();
      erasing.join();
      assertThat(failure.get()).isNull();
      assertThat(asked).as("episodes that the run has come to").isEqualTo(EPISODES);
      assertThat(leftAtErasure).as("episodes after the erasure").isBetween(1, EPISODES - 1);
    }
  }

  @Test
  void who_ceases_to_wait_for_a_run_erases_nothing() {
    try (Membrane membrane = open()) {
      Thread erasing = erasing(membrane.as(Caller.ANONYMOUS.waitingUntil(() -> true)));
      duringTheFirst.set(
          () -> {
            erasing.start();
            join(erasing);
          });
      membrane.maintenance().consolidate();
      assertThat(failure.get()).isInstanceOf(CancelledException.class);
      assertThat(store.get(List.of(ids.get(0)))).hasSize(1);
    }
  }

  private Thread erasing(Memory membrane) {
    EraseRequest request =
        EraseRequest.ofRecords(List.of(ids.get(0))).because("asked").overridingPolicy();
    Thread erasing = new Thread(() -> membrane.revision().erase(request));
    erasing.setUncaughtExceptionHandler((thread, thrown) -> failure.set(thrown));
    return erasing;
  }

  private Membrane open() {
    Membrane membrane =
        Membrane.builder().store(store).extractor(new Slow()).backgroundJobs(false).build();
    for (int i = 0; i < EPISODES; i++) {
      String id =
          membrane
              .ingestion()
              .event(
                  EventRequest.builder()
                      .source("agent")
                      .eventKind("note")
                      .ref("ref")
                      .summary("event " + i)
                      .options(IngestOptions.NONE.unscoped().sensitivity(Sensitivity.LOW))
                      .build())
              .id();
      membrane.ingestion().outcome(OutcomeRequest.of("agent", id, OutcomeStatus.SUCCESS));
      ids.add(id);
    }
    return membrane;
  }

  /** Finds nothing, and lets something happen while it is asked for the first time. */
  private final class Slow implements Extractor {

    @Override
    public List<CandidateFact> extract(List<Episode> episodes) {
      if (asked++ == 0) {
        duringTheFirst.get().run();
      }
      if (store.get(List.of(ids.get(0))).isEmpty()) {
        leftAtErasure++;
      }
      return List.of();
    }
  }

  private static void await(CountDownLatch latch) {
    try {
      assertThat(latch.await(5, TimeUnit.MINUTES)).isTrue();
    } catch (InterruptedException interrupted) {
      throw new IllegalStateException(interrupted);
    }
  }

  private static void join(Thread thread) {
    try {
      thread.join(TimeUnit.MINUTES.toMillis(5));
    } catch (InterruptedException interrupted) {
      throw new IllegalStateException(interrupted);
    }
  }
}
