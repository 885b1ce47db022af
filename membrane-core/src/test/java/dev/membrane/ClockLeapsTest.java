package dev.membrane;

import static org.assertj.core.api.Assertions.assertThat;

import dev.membrane.schema.Sensitivity;
import dev.membrane.spi.Observer;
import dev.membrane.store.memory.InMemoryStore;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

/** What background jobs remove when the clock leaps forward. */
class ClockLeapsTest {

  private static final int A_FEW = 5;

  private final AtomicReference<Instant> now =
      new AtomicReference<>(Instant.parse("2026-03-01T12:00:00Z"));
  private final Semaphore sweeps = new Semaphore(0);
  private final Semaphore expiries = new Semaphore(0);

  private final Observer observer =
      new Observer() {
        @Override
        public void job(String job, WorkOutcome outcome, Duration took) {
          switch (job) {
            case "prune" -> sweeps.release();
            case "idempotency expiry" -> expiries.release();
            default -> {}
          }
        }
      };

  @Test
  void a_leap_removes_nothing_before_it_is_believed_unless_it_is_asked_for()
      throws InterruptedException {
    try (Membrane membrane =
        Membrane.builder()
            .openStore(InMemoryStore::new)
            .clock(now::get)
            .observer(observer)
            .config(Map.of("decay_interval", "10ms"))
            .build()) {
      String id = remember(membrane);
      Instant asked = now.get();
      leap(Duration.ofDays(3_000));
      leap(Duration.ofDays(-3_000));

      TrustContext trust = TrustContext.upTo(Sensitivity.HYPER);
      assertThat(membrane.retrieval().byId(id, trust).id()).isEqualTo(id);
      assertThat(membrane.retrieval().byId(id, trust, asked).id()).isEqualTo(id);
      assertThat(remember(membrane)).as("the key was kept, too").isEqualTo(id);

      leap(Duration.ofDays(3_000));
      assertThat(membrane.maintenance().expireIdempotencyKeys()).isEqualTo(1);
      assertThat(membrane.maintenance().prune()).isEqualTo(1);
    }
  }

  /** The first of the runs after it may have begun before. */
  private void leap(Duration time) throws InterruptedException {
    now.updateAndGet(it -> it.plus(time));
    for (Semaphore runs : new Semaphore[] {sweeps, expiries}) {
      runs.drainPermits();
      assertThat(runs.tryAcquire(A_FEW, 1, TimeUnit.MINUTES)).isTrue();
    }
  }

  private static String remember(Memory membrane) {
    return membrane
        .ingestion()
        .observe(
            ObservationRequest.builder()
                .source("agent")
                .subject("Ann")
                .predicate("likes")
                .object("pears")
                .options(IngestOptions.NONE.unscoped().idempotencyKey("once"))
                .build())
        .record()
        .id();
  }
}
