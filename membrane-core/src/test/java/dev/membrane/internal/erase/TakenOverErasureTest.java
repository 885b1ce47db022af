package dev.membrane.internal.erase;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.membrane.EraseRequest;
import dev.membrane.IngestOptions;
import dev.membrane.Membrane;
import dev.membrane.Memory;
import dev.membrane.ObservationRequest;
import dev.membrane.internal.audit.AuditReport;
import dev.membrane.internal.audit.AuditVerifier;
import dev.membrane.internal.keys.ErasureKeys;
import dev.membrane.schema.JsonString;
import dev.membrane.spi.commit.Changeset;
import dev.membrane.spi.search.Visibility;
import dev.membrane.spi.store.ForwardingStore;
import dev.membrane.spi.store.MemoryStore;
import dev.membrane.spi.store.MemoryStore.Leases;
import dev.membrane.spi.store.StoreUnavailableException;
import dev.membrane.store.memory.InMemoryStore;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** A server has died while it erased. Its lease runs out by a clock that only the test moves. */
class TakenOverErasureTest {

  private final InMemoryStore store = new InMemoryStore();
  private final TimedLeases leases = new TimedLeases();

  /** Who has a lease, and until when. */
  private record Held(String holder, Instant until) {}

  private static final class TimedLeases implements Leases {

    private final Map<String, Held> held = new HashMap<>();
    private Instant now = Instant.EPOCH;
    private CountDownLatch refused = new CountDownLatch(1);

    @Override
    public synchronized boolean take(String name, String holder, Duration term) {
      @Nullable Held other = held.get(name);
      boolean isFree =
          other == null || other.holder().equals(holder) || !now.isBefore(other.until());
      if (isFree) {
        held.put(name, new Held(holder, now.plus(term)));
      } else {
        refused.countDown();
      }
      return isFree;
    }

    @Override
    public synchronized void release(String name, String holder) {
      held.computeIfPresent(name, (it, by) -> by.holder().equals(holder) ? null : by);
    }

    /** What is refused from then on. */
    synchronized CountDownLatch pass(Duration time) {
      now = now.plus(time);
      refused = new CountDownLatch(1);
      return refused;
    }
  }

  /** The store as one server has it. */
  private class ServersStore extends ForwardingStore {

    ServersStore() {
      super(store);
    }

    @Override
    public Optional<Leases> leases() {
      return Optional.of(leases);
    }

    @Override
    public void close() {}
  }

  /** Of a server that dies: it commits no more, and gives no lease back. */
  private final class DyingStore extends ServersStore implements Leases {

    private int left = Integer.MAX_VALUE;

    @Override
    public void commit(Changeset changeset) {
      if (left-- <= 0) {
        throw new StoreUnavailableException("the process has ended");
      }
      super.commit(changeset);
    }

    @Override
    public Optional<Leases> leases() {
      return Optional.of(this);
    }

    @Override
    public boolean take(String name, String holder, Duration term) {
      return left > 0 && leases.take(name, holder, term);
    }

    @Override
    public void release(String name, String holder) {}
  }

  /** Of a server that tells when no erasure is under way any more. */
  private final class LivingStore extends ServersStore {

    private final CountDownLatch finished = new CountDownLatch(1);

    @Override
    public void commit(Changeset changeset) {
      boolean wasErasing = isErasing();
      super.commit(changeset);
      if (wasErasing && !isErasing()) {
        finished.countDown();
      }
    }
  }

  private boolean isErasing() {
    return !store.keys(ErasureKeys.PREFIX, "", 1).isEmpty();
  }

  private Membrane over(MemoryStore opened, boolean hasJobs) {
    return Membrane.builder().store(opened).backgroundJobs(hasJobs).build();
  }

  private long records() {
    return store.scopes(Visibility.ALL).stream().mapToLong(scope -> scope.records()).sum();
  }

  @Test
  void another_server_goes_on_with_it_once_the_lease_has_run_out() throws InterruptedException {
    DyingStore ending = new DyingStore();
    try (Membrane dying = over(ending, false)) {
      observe(dying);
      ending.left = 1;
      assertThatThrownBy(() -> dying.revision().erase(EraseRequest.ofScope("home")))
          .isInstanceOf(StoreUnavailableException.class);
    }
    assertThat(isErasing()).isTrue();
    LivingStore living = new LivingStore();
    Membrane taking = over(living, true);
    try {
      leases.pass(Duration.ofSeconds(14)).await();
      assertThat(records()).isEqualTo(1);
      leases.pass(Duration.ofSeconds(1));
      living.finished.await();
    } finally {
      taking.close();
    }
    assertThat(records()).isZero();
    AuditReport audit = new AuditVerifier(store, checked -> {}).verify();
    assertThat(audit.broken()).isNull();
    assertThat(audit.erasures()).hasSize(1);
  }

  private static void observe(Memory membrane) {
    membrane
        .ingestion()
        .observe(
            ObservationRequest.builder()
                .source("user")
                .subject("Ann")
                .predicate("likes")
                .object(new JsonString("tea"))
                .options(IngestOptions.NONE.scope("home"))
                .build());
  }
}
