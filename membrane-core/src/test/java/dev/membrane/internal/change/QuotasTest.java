package dev.membrane.internal.change;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.membrane.Caller;
import dev.membrane.Caller.Quota;
import dev.membrane.EventRequest;
import dev.membrane.IngestOptions;
import dev.membrane.Membrane;
import dev.membrane.Memory;
import dev.membrane.OutcomeRequest;
import dev.membrane.Permission;
import dev.membrane.QuotaExceededException;
import dev.membrane.RecordRequest;
import dev.membrane.internal.EngineFixture;
import dev.membrane.internal.Facts;
import dev.membrane.schema.LifecycleDraft;
import dev.membrane.schema.OutcomeStatus;
import dev.membrane.schema.Sensitivity;
import dev.membrane.spi.Observer;
import dev.membrane.store.memory.InMemoryStore;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class QuotasTest {

  private static final ChangeReason WHY = ChangeReason.of("", "");

  private final EngineFixture house = new EngineFixture();

  @Test
  void past_its_records_a_caller_is_refused_and_nothing_changes() {
    Caller two = keeping("ann", 2);
    String first = event(two, null);
    String last = event(two, null);
    int commits = house.store.commits().size();

    assertFull(() -> event(two, null), "max_records: ann may keep 2 records");

    assertThat(house.store.commits()).hasSize(commits);
    event(keeping("bob", 2), null);
    event(keeping("ann", 3), null);
    house.decay.delete(first, WHY, Caller.ANONYMOUS);
    assertFull(() -> event(two, null), "max_records");
    house.decay.delete(last, WHY, Caller.ANONYMOUS);
    event(two, null);
    assertFull(() -> event(two, null), "max_records");
  }

  @Test
  void callers_of_one_principal_take_turns() throws Exception {
    AtomicInteger lost = new AtomicInteger();
    Observer counting =
        new Observer() {
          @Override
          public void store(String operation, WorkOutcome outcome, Duration took) {
            lost.addAndGet(outcome == WorkOutcome.CONFLICT ? 1 : 0);
          }
        };
    ExecutorService callers = Executors.newFixedThreadPool(24);
    try (Membrane memory =
        Membrane.builder()
            .openStore(InMemoryStore::new)
            .observer(counting)
            .backgroundJobs(false)
            .build()) {
      Memory ann = memory.as(keeping("ann", 1_000_000).in("project"));
      List<Future<?>> calls = new ArrayList<>();
      for (int i = 0; i < 2_000; i++) {
        String about = "subject " + i;
        calls.add(callers.submit(() -> ann.ingestion().observe("ann", about, "is", "new")));
      }
      for (Future<?> call : calls) {
        call.get();
      }
    } finally {
      callers.shutdownNow();
    }
    assertThat(lost).hasValue(0);
  }

  @Test
  void what_was_written_without_a_quota_counts_for_nobody() {
    String before = event(caller("ann", Quota.NONE), null);
    event(keeping("ann", 1), null);
    house.decay.delete(before, WHY, Caller.ANONYMOUS);

    assertFull(() -> event(keeping("ann", 1), null), "max_records");
  }

  @Test
  void a_new_part_of_an_episode_is_no_record_but_bytes() {
    Caller one = caller("ann", new Quota(1, 10_000));
    String id = event(one, "run", "x".repeat(4_000));
    event(one, "run", "x".repeat(4_000));

    assertFull(() -> event(one, "run", "x".repeat(1_000)), "max_bytes: ann may keep 10000 bytes");
    assertThat(EngineFixture.refs(house.record(id))).hasSize(2);
    house.decay.delete(id, WHY, Caller.ANONYMOUS);
    event(one, "run", "x".repeat(9_000));
  }

  @Test
  void each_who_wrote_to_a_record_gets_back_what_it_cost_them() {
    Caller ann = caller("ann", new Quota(9, 6_000));
    Caller bob = caller("bob", new Quota(9, 6_000));
    String id = event(ann, "run", "x".repeat(4_000));
    event(bob, "run", "x".repeat(4_000));
    assertFull(() -> event(ann, null, "x".repeat(4_000)), "max_bytes");
    assertFull(() -> event(bob, null, "x".repeat(4_000)), "max_bytes");

    house.decay.delete(id, WHY, Caller.ANONYMOUS);

    event(ann, null, "x".repeat(4_000));
    event(bob, null, "x".repeat(4_000));
  }

  @Test
  void outcomes_and_revisions_count_too() {
    Caller small = caller("ann", new Quota(2, 5_000));
    String episode = event(small, null);
    String fact = Facts.in(house, Facts.draft("Go").scope("red"));
    house.revision.fork(fact, Facts.successor("Rust"), WHY, small);

    assertFull(
        () -> house.revision.fork(fact, Facts.successor("C"), WHY, small), "max_records: ann");
    assertThat(house.record(fact).auditLog()).hasSize(2);
    OutcomeRequest outcome = OutcomeRequest.of("j", episode, OutcomeStatus.SUCCESS);
    assertFull(
        () -> {
          for (int i = 0; i < 10; i++) {
            house.service.record(outcome, small);
          }
        },
        "max_bytes");
  }

  @Test
  void a_repeated_call_costs_nothing() {
    Caller one = keeping("ann", 1);
    EventRequest once =
        EventRequest.builder()
            .source("agent")
            .eventKind("note")
            .ref("r")
            .options(IngestOptions.NONE.scope("red").idempotencyKey("key"))
            .build();
    String id = house.service.record(once, one).id();

    assertThat(house.service.record(once, one).id()).isEqualTo(id);
  }

  @Test
  void what_is_pruned_is_given_back() {
    Caller three = keeping("ann", 3);
    LifecycleDraft brief = LifecycleDraft.builder().maxAgeSeconds(60L).build();
    for (int i = 0; i < 3; i++) {
      RecordRequest request =
          RecordRequest.of("agent", Facts.draft("Go " + i).scope("red").lifecycle(brief).build());
      house.service.record(request, three);
    }
    assertFull(() -> event(three, null), "max_records");
    house.pass(Duration.ofMinutes(2));

    assertThat(house.prune()).isEqualTo(3);

    for (int i = 0; i < 3; i++) {
      event(three, null);
    }
    assertFull(() -> event(three, null), "max_records");
  }

  @Test
  void the_count_is_exact_after_many_writers_at_once() throws Exception {
    Caller many = keeping("ann", 160);
    ExecutorService writers = Executors.newFixedThreadPool(8);
    List<Future<List<String>>> written = new ArrayList<>();
    for (int writer = 0; writer < 8; writer++) {
      written.add(writers.submit(() -> events(many, 20)));
    }
    List<String> ids = new ArrayList<>();
    for (Future<List<String>> some : written) {
      ids.addAll(some.get());
    }
    assertThat(ids).hasSize(160);
    assertFull(() -> event(many, null), "max_records");

    List<Future<?>> deleted = new ArrayList<>();
    ids.forEach(
        id -> deleted.add(writers.submit(() -> house.decay.delete(id, WHY, Caller.ANONYMOUS))));
    for (Future<?> one : deleted) {
      one.get();
    }
    writers.shutdown();

    assertThat(events(many, 160)).hasSize(160);
    assertFull(() -> event(many, null), "max_records");
  }

  private List<String> events(Caller caller, int count) {
    List<String> ids = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      ids.add(event(caller, null));
    }
    return ids;
  }

  private String event(Caller caller, String episode) {
    return event(caller, episode, "");
  }

  private String event(Caller caller, String episode, String summary) {
    IngestOptions red = IngestOptions.NONE.scope("red");
    IngestOptions options = episode == null ? red : red.episode(episode);
    return house
        .service
        .record(
            EventRequest.builder()
                .source("agent")
                .eventKind("note")
                .ref("r")
                .summary(summary)
                .options(options)
                .build(),
            caller)
        .id();
  }

  private static void assertFull(Runnable call, String message) {
    assertThatThrownBy(call::run)
        .isInstanceOf(QuotaExceededException.class)
        .hasMessageStartingWith(message);
  }

  private static Caller keeping(String name, long records) {
    return caller(name, new Quota(records, Long.MAX_VALUE));
  }

  private static Caller caller(String name, Quota quota) {
    return Caller.named(name)
        .upTo(Sensitivity.HYPER)
        .in("red")
        .permitted(Set.of(Permission.INGEST, Permission.REVISE))
        .limitedTo(quota);
  }
}
