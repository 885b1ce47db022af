package dev.membrane.testing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.membrane.EraseRequest;
import dev.membrane.FailedPreconditionException;
import dev.membrane.Membrane;
import dev.membrane.internal.audit.AuditReport;
import dev.membrane.internal.audit.AuditVerifier;
import dev.membrane.schema.MemoryRecord;
import dev.membrane.spi.commit.Changeset;
import dev.membrane.spi.commit.Key;
import dev.membrane.spi.store.ForwardingStore;
import dev.membrane.spi.store.MemoryStore;
import dev.membrane.spi.store.MemoryStore.Leases;
import dev.membrane.spi.store.StoreUnavailableException;
import dev.membrane.spi.store.StoredRecord;
import dev.membrane.spi.store.UnreadableRecordException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.locks.AbstractOwnableSynchronizer;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** How an erasure runs that ends early, or while others write, learn or erase. */
public abstract class ErasureRunTck extends ErasureScenes {

  /** For subclasses. */
  protected ErasureRunTck() {}

  @Test
  void an_erasure_that_was_begun_is_finished_by_the_next() {
    Set<String> secret = new TreeSet<>();
    for (int number = 0; number < 25; number++) {
      secret.add(fill(number));
    }
    learn();
    boolean hasEnded = false;
    for (int commits = 1; !hasEnded; commits++) {
      try (Membrane dying = over(NumberedCommits.endingAfter(commits, store))) {
        dying.revision().erase(EraseRequest.ofScope(SCOPE));
        hasEnded = true;
      } catch (StoreUnavailableException ended) {
        assertThat(commits).isLessThan(50);
      }
    }
    AuditReport audit = new AuditVerifier(store, checked -> {}).verify();
    assertThat(audit.broken()).isNull();
    assertThat(audit.erasures()).isNotEmpty();
    long proven = audit.erasures().stream().mapToLong(erasure -> erasure.proof().records()).sum();
    assertThat(proven).isEqualTo(audit.erased()).isGreaterThanOrEqualTo(25);
    assertThat(records()).isEmpty();
    assertGone(secret.toArray(String[]::new));
    assertGone("erasure:");
  }

  @Test
  void what_is_written_to_a_scope_while_it_is_erased_stays() {
    for (int number = 0; number < 30; number++) {
      fill(number);
    }
    learn();
    List<String> written = new ArrayList<>();
    Runnable writing =
        () -> {
          if (written.size() < 500) {
            written.add(observe("Eve", "rain" + written.size()));
          }
        };
    try (Membrane erasing = over(NumberedCommits.afterEach(store, writing))) {
      erasing.revision().erase(EraseRequest.ofScope(SCOPE));
    }
    assertThat(written).hasSizeBetween(3, 100);
    assertThat(records()).extracting(MemoryRecord::id).containsExactlyInAnyOrderElementsOf(written);
  }

  private MemoryStore interrupting() {
    return NumberedCommits.after(2, store, () -> Thread.currentThread().interrupt());
  }

  @Test
  void an_interrupt_ends_an_erasure_between_two_commits_and_the_next_finishes_it() {
    for (int number = 0; number < 30; number++) {
      fill(number);
    }
    try (Membrane stopping = over(interrupting())) {
      assertThatThrownBy(() -> stopping.revision().erase(EraseRequest.ofScope(SCOPE)))
          .isInstanceOf(FailedPreconditionException.class)
          .hasMessage(
              "it was interrupted; the erasure is finished by a background job, the next erasure or"
                  + " pruning");
    } finally {
      assertThat(Thread.interrupted()).isTrue();
    }
    assertThat(records()).isNotEmpty();
    assertThat(store.keys("erasure:", "", 10)).hasSize(1);
    String place = store.keys("erasure:", "", 10).get(0).name().substring("erasure:".length());
    membrane.revision().erase(EraseRequest.ofScope("another"));
    assertThat(records()).isEmpty();
    AuditReport audit = new AuditVerifier(store, checked -> {}).verify();
    assertThat(audit.broken()).isNull();
    assertThat(audit.erasures()).anyMatch(erasure -> erasure.id().equals(place));
  }

  @Test
  void pruning_finishes_an_erasure_that_was_interrupted() {
    for (int number = 0; number < 30; number++) {
      fill(number);
    }
    try (Membrane stopping = over(interrupting())) {
      assertThatThrownBy(() -> stopping.revision().erase(EraseRequest.ofScope(SCOPE)))
          .isInstanceOf(FailedPreconditionException.class);
    } finally {
      assertThat(Thread.interrupted()).isTrue();
    }
    assertThat(records()).isNotEmpty();
    assertThat(membrane.maintenance().prune()).isZero();
    assertThat(records()).isEmpty();
    assertThat(store.keys("erasure:", "", 10)).isEmpty();
  }

  @Test
  void an_interrupt_before_an_erasure_says_that_it_has_not_begun() {
    String id = observe("Ann", "tea");
    Thread.currentThread().interrupt();
    try {
      assertThatThrownBy(() -> erase(id))
          .isInstanceOf(FailedPreconditionException.class)
          .hasMessage("it was interrupted before the erasure began");
    } finally {
      assertThat(Thread.interrupted()).isTrue();
    }
    assertThat(records()).extracting(MemoryRecord::id).containsExactly(id);
  }

  /** Has some records that cannot be read. */
  private static final class DamagedStore extends ForwardingStore {

    private final Set<String> damaged;

    DamagedStore(MemoryStore store, Set<String> damaged) {
      super(store);
      this.damaged = damaged;
    }

    @Override
    public List<StoredRecord> get(Collection<String> ids) {
      for (String id : ids) {
        if (damaged.contains(id)) {
          throw new UnreadableRecordException(id, new IllegalStateException("damaged"));
        }
      }
      return super.get(ids);
    }

    @Override
    public void close() {}
  }

  @Test
  void an_erasure_that_stops_at_a_damaged_record_keeps_no_other_from_being_done() {
    for (int number = 0; number < 30; number++) {
      fill(number);
    }
    String another = observeElsewhere();
    try (Membrane stopping = over(interrupting())) {
      assertThatThrownBy(() -> stopping.revision().erase(EraseRequest.ofScope(SCOPE)))
          .isInstanceOf(FailedPreconditionException.class);
    } finally {
      assertThat(Thread.interrupted()).isTrue();
    }
    Set<String> left =
        records().stream()
            .filter(record -> SCOPE.equals(record.scope()))
            .map(MemoryRecord::id)
            .collect(Collectors.toSet());
    try (Membrane damaged = over(new DamagedStore(store, left))) {
      assertThat(damaged.revision().erase(EraseRequest.ofRecords(List.of(another))).ids())
          .containsExactly(another);
    }
    assertThat(records()).extracting(MemoryRecord::id).containsExactlyInAnyOrderElementsOf(left);
    try (Membrane sound = over(store)) {
      sound.revision().erase(EraseRequest.ofScope("another"));
      assertThat(records()).isEmpty();
    }
  }

  @Test
  void nothing_is_learned_from_an_episode_while_it_is_erased() throws InterruptedException {
    Set<String> secret = new TreeSet<>();
    for (int commits = 1; commits < 5; commits++) {
      for (int number = 0; number < 30; number++) {
        secret.add(fill(number));
      }
      clock.pass(Duration.ofDays(2));
      List<Thread> learning = new ArrayList<>();
      MemoryStore delayed =
          NumberedCommits.before(commits + 1, store, () -> startAndAwait(learning.get(0)));
      try (Membrane erasing = over(delayed)) {
        learning.add(new Thread(() -> erasing.maintenance().consolidate()));
        erasing.revision().erase(EraseRequest.ofScope(SCOPE));
        learning.get(0).join();
      }
      assertThat(records()).as("commit %s", commits).isEmpty();
    }
    assertGone(secret.toArray(String[]::new));
  }

  /** Of many processes, which do not see whose turn it is. */
  private static final class CrowdedStore extends ForwardingStore {

    CrowdedStore(MemoryStore store) {
      super(store);
    }

    @Override
    public Optional<Leases> leases() {
      return Optional.empty();
    }

    @Override
    public void close() {}
  }

  @Test
  void an_erasure_that_another_process_has_gone_on_with_says_so() {
    fill(1);
    MemoryStore crowded = new CrowdedStore(store);
    Runnable another =
        () -> {
          try (Membrane taking = over(crowded)) {
            taking.revision().erase(EraseRequest.ofScope("another"));
          }
        };
    try (Membrane erasing = over(NumberedCommits.before(3, crowded, another))) {
      assertThatThrownBy(() -> erasing.revision().erase(EraseRequest.ofScope(SCOPE)))
          .isInstanceOf(FailedPreconditionException.class)
          .hasMessage("another process goes on with this erasure");
    }
    assertThat(records()).isEmpty();
    assertThat(store.keys("erasure:", "", 10)).isEmpty();
  }

  /** Until the thread has ended, or waits for a lock. */
  private static void startAndAwait(Thread thread) {
    thread.start();
    while (thread.isAlive()
        && !(LockSupport.getBlocker(thread) instanceof AbstractOwnableSynchronizer)) {
      Thread.onSpinWait();
    }
  }

  @Test
  void a_key_of_an_erasure_that_cannot_be_read_is_in_nobodys_way() {
    String id = observe("Ann", "tea");
    for (String value : List.of("[]", "no json", "{\"ids\":[77]}", "{\"phase\":7}")) {
      String name = "erasure:01972b5c-ee7b-7269-9d2a-3e39043284" + (10 + value.length());
      Key foreign = new Key(name, value, null);
      store.commit(Changeset.builder().addKey(foreign).build());
    }
    assertThat(erase(id).ids()).containsExactly(id);
  }
}
