package dev.membrane.testing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.membrane.AccessDeniedException;
import dev.membrane.Caller;
import dev.membrane.EraseReport;
import dev.membrane.EraseRequest;
import dev.membrane.FailedPreconditionException;
import dev.membrane.IngestOptions;
import dev.membrane.Membrane;
import dev.membrane.NotFoundException;
import dev.membrane.ObservationRequest;
import dev.membrane.Permission;
import dev.membrane.RecordRequest;
import dev.membrane.RetrieveRequest;
import dev.membrane.TrustContext;
import dev.membrane.internal.audit.AuditReport;
import dev.membrane.internal.audit.AuditVerifier;
import dev.membrane.schema.JsonObject;
import dev.membrane.schema.JsonString;
import dev.membrane.schema.JsonValue;
import dev.membrane.schema.MemoryRecord;
import dev.membrane.schema.RecordDraft;
import dev.membrane.schema.SemanticPayload;
import dev.membrane.schema.Sensitivity;
import dev.membrane.schema.ValidationException;
import dev.membrane.spi.Changeset;
import dev.membrane.spi.ForwardingStore;
import dev.membrane.spi.Key;
import dev.membrane.spi.Leases;
import dev.membrane.spi.MemoryStore;
import dev.membrane.spi.StoreUnavailableException;
import dev.membrane.spi.Stored;
import dev.membrane.spi.UnreadableRecordException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.AbstractOwnableSynchronizer;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * How an erasure runs: who may, what a dry run does, what happens when it ends early, and what is
 * left in the bytes of the store.
 */
public abstract class ErasureRunTck extends ErasureScenes {

  /** For subclasses. */
  protected ErasureRunTck() {}

  /** Has a store remove from its files what it no longer holds; it may be closed for that. */
  protected void settle(MemoryStore opened) {}

  /** Which of some words are in any byte that the store keeps. */
  protected Set<String> found(Collection<String> forbidden) {
    String text = everything().text.toString().toLowerCase(Locale.ROOT);
    return forbidden.stream().filter(text::contains).collect(Collectors.toSet());
  }

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
    Membrane other = membrane.as(Caller.named("eve").in("elsewhere"));
    assertThatThrownBy(() -> other.revision().erase(request)).isInstanceOf(NotFoundException.class);
    Membrane below = membrane.as(Caller.named("eve").upTo(Sensitivity.PUBLIC));
    assertThatThrownBy(() -> below.revision().erase(request))
        .isInstanceOf(AccessDeniedException.class);
    Membrane plain = membrane.as(Caller.named("eve").permitted(Set.of(Permission.REVISE)));
    assertThatThrownBy(() -> plain.revision().erase(request))
        .isInstanceOf(AccessDeniedException.class);
    String before = everything().text.toString();
    assertThatThrownBy(() -> other.revision().erase(EraseRequest.ofScope(SCOPE)))
        .isInstanceOf(ValidationException.class)
        .hasMessage("validation error for scope: must be one of the caller's scopes");
    assertThat(everything().text.toString()).isEqualTo(before);
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
    public List<Stored> get(Collection<String> ids) {
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
        learning.add(new Thread(() -> erasing.consolidation().run()));
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

  @Test
  void receipts_of_answers_go_with_what_they_name() {
    String secret = word();
    String kept = observe("Bob", "rain");
    observe(secret, "tea");
    RetrieveRequest.Builder question = RetrieveRequest.builder().trust(ALL).receipt(true);
    Membrane asking = membrane.as(Caller.named("ann").in(SCOPE, "another"));
    String named = asking.retrieval().retrieve(question.build()).receiptId();
    String quoted =
        membrane
            .as(Caller.named("ann").in("another"))
            .retrieval()
            .retrieve(question.taskDescriptor("what of " + secret + "?").build())
            .receiptId();
    String other =
        membrane
            .as(Caller.named("ann").in("another"))
            .retrieval()
            .retrieve(question.taskDescriptor("rain").build())
            .receiptId();
    erase(EraseRequest.ofSubject(secret));
    for (String gone : List.of(named, quoted)) {
      assertThatThrownBy(() -> membrane.retrieval().replay(gone))
          .isInstanceOf(NotFoundException.class);
    }
    assertThat(membrane.retrieval().replay(other).principal()).isEqualTo("ann");
    assertThat(membrane.retrieval().byId(kept, ALL).id()).isEqualTo(kept);
    assertGone(secret);
  }

  private String receipt(Caller caller, RetrieveRequest.Builder question) {
    return membrane
        .as(caller)
        .retrieval()
        .retrieve(question.trust(ALL).receipt(true).build())
        .receiptId();
  }

  private List<String> kept(String... receipts) {
    return Stream.of(receipts)
        .filter(id -> !store.find(List.of("receipt:" + id)).isEmpty())
        .toList();
  }

  @Test
  void a_receipt_goes_only_if_its_question_names_the_subject_in_words() {
    Caller bob = Caller.named("bob").in("another");
    String plain = receipt(bob, RetrieveRequest.builder().taskDescriptor("annual planning"));
    String words = receipt(bob, RetrieveRequest.builder().taskDescriptor("What about ANN?"));
    String tag = receipt(bob, RetrieveRequest.builder().tags(List.of("ann")));
    String thread = receipt(bob, RetrieveRequest.builder().threadId("ann-7"));
    String context =
        receipt(
            bob, RetrieveRequest.builder().context((JsonObject) JsonValue.of(Map.of("of", "Ann"))));
    String limit = receipt(Caller.named("ann"), RetrieveRequest.builder().limit(7));
    String episode = receipt(bob, RetrieveRequest.builder().episode("ann/chat"));
    String[] all = {plain, words, tag, thread, context, episode, limit};
    membrane.as(Caller.named("carl").in(SCOPE)).revision().erase(EraseRequest.ofSubject("Ann"));
    assertThat(kept(all)).as("the eraser sees less than who asked").containsExactly(all);
    membrane.revision().erase(EraseRequest.ofSubject("limit"));
    assertThat(kept(all)).containsExactly(all);
    membrane.revision().erase(EraseRequest.ofSubject("Ann"));
    assertThat(kept(all)).containsExactly(plain, limit);
  }

  @Test
  void a_receipt_goes_with_the_scope_that_it_asked() {
    Caller bob = Caller.named("bob").in("another", "limit", "lim");
    String alone = receipt(Caller.named("carl").in("lim"), RetrieveRequest.builder());
    String other = receipt(bob, RetrieveRequest.builder().limit(5).taskDescriptor("lim"));
    String asked =
        membrane
            .as(bob)
            .retrieval()
            .retrieve(
                RetrieveRequest.builder()
                    .trust(new TrustContext(Sensitivity.HYPER, null, List.of("lim", "limit")))
                    .receipt(true)
                    .build())
            .receiptId();
    membrane.revision().erase(EraseRequest.ofScope("lim"));
    assertThat(kept(alone, other, asked)).containsExactly(other);
  }

  @Test
  void of_everything_that_was_erased_no_word_is_in_any_byte() {
    Set<String> secret = new LinkedHashSet<>();
    for (int number = 0; number < written(); number++) {
      secret.add(fill(number));
    }
    learn();
    List<String> all = new ArrayList<>(records().stream().map(MemoryRecord::id).toList());
    List<String> facts =
        records().stream()
            .filter(record -> record.payload() instanceof SemanticPayload)
            .map(MemoryRecord::id)
            .toList();
    for (int number = 0; number + 1 < facts.size(); number += 2) {
      String word = word();
      secret.add(word);
      all.add(revise(number, facts.get(number), facts.get(number + 1), word));
    }
    assertThat(found(secret)).containsExactlyInAnyOrderElementsOf(secret);
    for (int from = 0; from < all.size(); from += EraseRequest.MOST_IDS) {
      int to = Math.min(all.size(), from + EraseRequest.MOST_IDS);
      erase(EraseRequest.ofRecords(all.subList(from, to)));
    }
    assertThat(records()).isEmpty();
    assertGone(secret.toArray(String[]::new));
    membrane.close();
    settle(store);
    assertThat(found(secret)).isEmpty();
  }

  /** One of every kind of revision, of a fact or two of them; answers the id of the new fact. */
  private String revise(int number, String id, String other, String word) {
    RecordDraft draft = fact(word, word);
    return switch (number / 2 % 3) {
      case 0 -> membrane.revision().supersede(id, draft, word).id();
      case 1 -> membrane.revision().fork(id, draft, word).id();
      default -> membrane.revision().merge(List.of(id, other), draft, word).id();
    };
  }

  /** How many writes of all kinds are erased together. */
  protected int written() {
    return 500;
  }
}
