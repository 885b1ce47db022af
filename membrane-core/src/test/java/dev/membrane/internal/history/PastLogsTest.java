package dev.membrane.internal.history;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.membrane.Caller;
import dev.membrane.Membrane;
import dev.membrane.internal.CountedLogReads;
import dev.membrane.internal.EngineFixture;
import dev.membrane.spi.search.Terms;
import dev.membrane.spi.search.Visibility;
import dev.membrane.spi.store.AuditTrail;
import dev.membrane.spi.store.MemoryStore;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

/** The audit logs as they were at an instant are as short as then, and are read together. */
final class PastLogsTest {

  private final AtomicReference<Instant> clock = new AtomicReference<>(EngineFixture.NOON);

  @Test
  void end_with_what_was_written_by_then() {
    CountedLogReads store = new CountedLogReads();
    try (Membrane membrane =
        Membrane.builder().openStore(() -> store).backgroundJobs(false).clock(clock::get).build()) {
      String one = observe(membrane, "tea");
      String other = observe(membrane, "rain");
      Instant then = clock.get();
      pass();
      String later = observe(membrane, "snow");
      membrane.revision().penalize(one, 0.1, "because");

      MemoryStore past = past(store, then);
      assertThat(past.auditLogs(List.of(one, other, one, later)))
          .extracting(AuditTrail::id, log -> log.links().size())
          .containsExactlyInAnyOrder(tuple(one, 1), tuple(other, 1));
      assertThat(store.together()).containsExactly(2);
      assertThat(past.auditLog(one)).map(log -> log.links().size()).contains(1);
      assertThat(past.auditLog(later)).isEmpty();
      assertThat(past.auditLogs(List.of())).isEmpty();
    }
  }

  private static MemoryStore past(MemoryStore store, Instant at) {
    var history = store.history().orElseThrow();
    return new PastStore(
        store, history, at, new PastRows(history, at, Visibility.ALL, record -> Terms.NONE));
  }

  private String observe(Membrane membrane, String subject) {
    return membrane
        .as(Caller.named("ann").in("home"))
        .ingestion()
        .observe("ann", subject, "is", "there")
        .id();
  }

  private void pass() {
    clock.set(clock.get().plusSeconds(60));
  }
}
