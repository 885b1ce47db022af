package dev.membrane.testing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.membrane.AccessDeniedException;
import dev.membrane.Caller;
import dev.membrane.EraseRequest;
import dev.membrane.FailedPreconditionException;
import dev.membrane.IngestOptions;
import dev.membrane.Membrane;
import dev.membrane.Memory;
import dev.membrane.NotFoundException;
import dev.membrane.ObservationRequest;
import dev.membrane.Permission;
import dev.membrane.RecordRequest;
import dev.membrane.Revision.EraseReport;
import dev.membrane.internal.audit.AuditReport;
import dev.membrane.internal.audit.AuditVerifier;
import dev.membrane.schema.JsonString;
import dev.membrane.schema.MemoryRecord;
import dev.membrane.schema.OutcomeStatus;
import dev.membrane.schema.Sensitivity;
import dev.membrane.schema.ValidationException;
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
import java.util.EnumSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.AbstractOwnableSynchronizer;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** How an erasure runs: who may, what a dry run does, and what happens when it ends early. */
public abstract class ErasureRunTck extends ErasureScenes {

  /** For subclasses. */
  protected ErasureRunTck() {}

  private String observeElsewhere() {
    ObservationRequest request =
        ObservationRequest.builder()
            .source("bob")
            .subject("Bob")
            .predicate("likes")
            .object(new JsonString("rain"))
            .options(IngestOptions.NONE.scope("elsewhere"))
            .build();
    return membrane.ingestion().observe(request).id();
  }

  @Test
  void a_scope_goes_and_no_other() {
    Set<String> secret = new LinkedHashSet<>();
    for (int number = 0; number < 30; number++) {
      secret.add(fill(number));
    }
    learn();
    String elsewhere = observeElsewhere();
    String pruned = observe("Ann", word());
    membrane.revision().delete(pruned, secret.iterator().next());
    erase(EraseRequest.ofScope(SCOPE).because("they left"));
    assertThat(records()).extracting(MemoryRecord::id).containsExactly(elsewhere);
    assertGone(secret.toArray(String[]::new));
    assertGone("note:");
  }

  @Test
  void what_was_erased_before_has_no_further_proof() {
    String fact = observe("Ann", "tea");
    String run = run("one", "move the tables", OutcomeStatus.SUCCESS, Map.of());
    learn();
    membrane.revision().delete(run, "asked");
    EraseReport first = erase(fact, run);
    List<String> all =
        everything().kept.stream()
            .filter(kept -> kept.trail().stored() == null)
            .map(kept -> kept.trail().id())
            .toList();
    assertThat(all).contains(fact, run, first.proofId());
    String before = everything().text.toString();
    EraseReport again = membrane.revision().erase(EraseRequest.ofRecords(all));
    assertThat(again.proofId()).isEmpty();
    assertThat(again.digest()).isEmpty();
    assertThat(everything().text.toString()).isEqualTo(before);
  }

  @Test
  void a_dry_run_changes_nothing() {
    for (int number = 0; number < 10; number++) {
      fill(number);
    }
    learn();
    String before = everything().text.toString();
    EraseReport report = membrane.revision().erase(EraseRequest.ofScope(SCOPE).asDryRun());
    assertThat(report.dryRun()).isTrue();
    assertThat(report.ids()).isNotEmpty();
    assertThat(everything().text.toString()).isEqualTo(before);
  }

  @Test
  void a_record_that_must_never_be_deleted_needs_an_override() {
    String id =
        membrane
            .ingestion()
            .record(
                RecordRequest.builder()
                    .record(
                        CODEC.decodeDraft(
                            CODEC
                                .encode(
                                    (MemoryRecord)
                                        membrane.retrieval().byId(observe("Ann", "tea"), ALL))
                                .replaceFirst("\"id\":\"[^\"]*\"", "\"id\":\"\"")
                                .replace("auto_prune", "never")))
                    .source("agent")
                    .build())
            .id();
    EraseRequest request = EraseRequest.ofRecords(List.of(id));
    assertThatThrownBy(() -> membrane.revision().erase(request))
        .isInstanceOf(FailedPreconditionException.class)
        .hasMessageContaining(id);
    assertThat(records()).extracting(MemoryRecord::id).contains(id);
    erase(request.overridingPolicy());
    assertThat(records()).extracting(MemoryRecord::id).doesNotContain(id);
  }

  @Test
  void only_an_administrator_erases_and_only_what_they_may_see() {
    String id = observe("Ann", "tea");
    EraseRequest request = EraseRequest.ofRecords(List.of(id));
    Memory other = membrane.as(Caller.named("eve").in("elsewhere"));
    assertThatThrownBy(() -> other.revision().erase(request)).isInstanceOf(NotFoundException.class);
    Memory below = membrane.as(Caller.named("eve").upTo(Sensitivity.PUBLIC));
    assertThatThrownBy(() -> below.revision().erase(request))
        .isInstanceOf(AccessDeniedException.class);
    Memory plain = membrane.as(Caller.named("eve").permitted(Set.of(Permission.REVISE)));
    assertThatThrownBy(() -> plain.revision().erase(request))
        .isInstanceOf(AccessDeniedException.class);
    String before = everything().text.toString();
    assertThatThrownBy(() -> other.revision().erase(EraseRequest.ofScope(SCOPE)))
        .isInstanceOf(ValidationException.class)
        .hasMessage("validation error for scope: must be one of the caller's scopes");
    assertThat(everything().text.toString()).isEqualTo(before);
  }

  /** A subject's records of another scope, and one above the reader, must not show in either. */
  @Test
  void what_else_was_erased_is_told_to_administrators_only() {
    Memory low = membrane.as(Caller.named("low").in(SCOPE).upTo(Sensitivity.LOW));
    String alone = observe("Ann", "tea");
    EraseReport first = erase(EraseRequest.ofSubject("Ann"));
    String among = observe("Bob", "tea");
    observeElsewhere();
    EraseReport second = erase(EraseRequest.ofSubject("Bob"));
    assertThat(second.ids()).hasSizeGreaterThan(first.ids().size());
    assertThat(entries(low, among)).isEqualTo(entries(low, alone));
    for (EraseReport report : List.of(first, second)) {
      assertThat(membrane.audit().of(report.proofId())).hasSize(1);
      assertThatThrownBy(() -> low.audit().of(report.proofId()))
          .isInstanceOf(NotFoundException.class);
      Set<Permission> others = EnumSet.complementOf(EnumSet.of(Permission.ADMIN));
      Memory plain = membrane.as(Caller.named("plain").permitted(others));
      assertThatThrownBy(() -> plain.audit().of(report.proofId()))
          .isInstanceOf(AccessDeniedException.class);
    }
  }

  private static List<String> entries(Memory reader, String id) {
    return reader.audit().of(id).stream()
        .map(link -> link.entry().action() + link.entry().actor() + link.entry().rationale())
        .toList();
  }

  /** Fails at a certain commit, as if the process had ended there. */
  private static final class EndingStore extends ForwardingStore {

    private final AtomicInteger left;

    EndingStore(MemoryStore store, int commits) {
      super(store);
      this.left = new AtomicInteger(commits);
    }

    @Override
    public void commit(Changeset changeset) {
      if (left.getAndDecrement() <= 0) {
        throw new StoreUnavailableException("the process has ended");
      }
      super.commit(changeset);
    }

    @Override
    public void close() {}
  }

  @Test
  void an_erasure_that_was_begun_is_finished_by_the_next() {
    Set<String> secret = new TreeSet<>();
    for (int number = 0; number < 25; number++) {
      secret.add(fill(number));
    }
    learn();
    boolean hasEnded = false;
    for (int commits = 1; !hasEnded; commits++) {
      try (Membrane dying = over(new EndingStore(store, commits))) {
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

  /** Interrupts the thread that makes a certain commit. */
  private static final class InterruptingStore extends ForwardingStore {

    private final AtomicInteger left;

    InterruptingStore(MemoryStore store, int commits) {
      super(store);
      this.left = new AtomicInteger(commits);
    }

    @Override
    public void commit(Changeset changeset) {
      super.commit(changeset);
      if (left.decrementAndGet() == 0) {
        Thread.currentThread().interrupt();
      }
    }

    @Override
    public void close() {}
  }

  /** Somebody writes to the scope whenever something of it was erased. */
  private final class BusyStore extends ForwardingStore {

    private final List<String> written = new ArrayList<>();

    BusyStore() {
      super(store);
    }

    @Override
    public void commit(Changeset changeset) {
      super.commit(changeset);
      if (written.size() < 500) {
        written.add(observe("Eve", "rain" + written.size()));
      }
    }
  }

  @Test
  void what_is_written_to_a_scope_while_it_is_erased_stays() {
    for (int number = 0; number < 30; number++) {
      fill(number);
    }
    learn();
    BusyStore busy = new BusyStore();
    try (Membrane erasing = over(busy)) {
      erasing.revision().erase(EraseRequest.ofScope(SCOPE));
    }
    assertThat(busy.written).hasSizeBetween(3, 100);
    assertThat(records())
        .extracting(MemoryRecord::id)
        .containsExactlyInAnyOrderElementsOf(busy.written);
  }

  @Test
  void an_interrupt_ends_an_erasure_between_two_commits_and_the_next_finishes_it() {
    for (int number = 0; number < 30; number++) {
      fill(number);
    }
    try (Membrane stopping = over(new InterruptingStore(store, 2))) {
      assertThatThrownBy(() -> stopping.revision().erase(EraseRequest.ofScope(SCOPE)))
          .isInstanceOf(FailedPreconditionException.class)
          .hasMessageContaining("about to stop");
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
    try (Membrane stopping = over(new InterruptingStore(store, 2))) {
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

  /** Does something else before a certain commit. */
  private static final class DelayedStore extends ForwardingStore {

    private final AtomicInteger left;
    private final Runnable before;

    DelayedStore(MemoryStore store, int commits, Runnable before) {
      super(store);
      this.left = new AtomicInteger(commits);
      this.before = before;
    }

    @Override
    public void commit(Changeset changeset) {
      if (left.getAndDecrement() == 0) {
        before.run();
      }
      super.commit(changeset);
    }

    @Override
    public void close() {}
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
      try (Membrane erasing =
          over(new DelayedStore(store, commits, () -> startAndAwait(learning.get(0))))) {
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
    try (Membrane erasing = over(new DelayedStore(crowded, 2, another))) {
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
