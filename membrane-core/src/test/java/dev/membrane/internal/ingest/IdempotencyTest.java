package dev.membrane.internal.ingest;

import static dev.membrane.internal.EngineFixture.NOON;
import static dev.membrane.internal.EngineFixture.event;
import static dev.membrane.internal.EngineFixture.full;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.membrane.AlreadyExistsException;
import dev.membrane.Caller;
import dev.membrane.EventRequest;
import dev.membrane.IngestOptions;
import dev.membrane.NotFoundException;
import dev.membrane.ObservationRequest;
import dev.membrane.OutcomeRequest;
import dev.membrane.RecordRequest;
import dev.membrane.ToolOutputRequest;
import dev.membrane.WorkingStateRequest;
import dev.membrane.internal.EngineFixture;
import dev.membrane.internal.IngestDoor;
import dev.membrane.internal.change.ChangeReason;
import dev.membrane.internal.keys.Queues;
import dev.membrane.schema.JsonNumber;
import dev.membrane.schema.JsonObject;
import dev.membrane.schema.JsonValue;
import dev.membrane.schema.MemoryRecord;
import dev.membrane.schema.OutcomeStatus;
import dev.membrane.schema.RecordView;
import dev.membrane.schema.RedactedRecord;
import dev.membrane.schema.Sensitivity;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;

class IdempotencyTest {

  private static final IngestOptions ONCE = IngestOptions.NONE.idempotencyKey("key-1");
  private static final Duration DAY = Duration.ofHours(24);
  private static final Duration MICRO = Duration.ofNanos(1_000);

  private final EngineFixture house = new EngineFixture();
  private final IngestDoor service = house.service;

  @Test
  void a_repeat_answers_with_the_record_as_it_stands_and_changes_nothing() {
    MemoryRecord first = full(service.record(event("e", ONCE)));
    service.record(outcome(first.id(), ""));
    int commits = house.store.commits().size();
    house.pass(Duration.ofHours(1));

    MemoryRecord repeat = full(service.record(event("e", ONCE)));

    assertThat(repeat.id()).isEqualTo(first.id());
    assertThat(repeat.salience()).isEqualTo(0.5);
    assertThat(EngineFixture.episodic(repeat).outcome()).isEqualTo(OutcomeStatus.SUCCESS);
    assertThat(repeat.auditLog()).hasSize(2);
    assertThat(house.store.commits()).hasSize(commits);
  }

  @Test
  void every_call_remembers_its_key() {
    ToolOutputRequest tool = EngineFixture.tool("t", List.of(), ONCE);
    ObservationRequest fact =
        ObservationRequest.builder().source("s").subject("a").predicate("b").options(ONCE).build();
    WorkingStateRequest state = WorkingStateTest.snapshot("t", ONCE);
    RecordRequest record =
        RecordRequest.builder()
            .record(FullRecordTest.fact().build())
            .source("s")
            .idempotencyKey("key-1")
            .build();
    String episode = service.record(event("e", ONCE)).id();

    assertThat(service.record(event("e", ONCE)).id()).isEqualTo(episode);
    assertThat(service.record(tool).id()).isEqualTo(service.record(tool).id());
    assertThat(service.record(fact).id()).isEqualTo(service.record(fact).id());
    assertThat(service.record(state).id()).isEqualTo(service.record(state).id());
    assertThat(service.record(record).id()).isEqualTo(service.record(record).id());
    service.record(outcome(episode, "key-1"));
    assertThat(full(service.record(outcome(episode, "key-1"))).auditLog()).hasSize(2);
    assertThat(house.store.commits()).hasSize(6);
  }

  @Test
  void an_append_counts_once() {
    IngestOptions run = ONCE.episode("run");
    service.record(event("e", run));

    assertThat(EngineFixture.refs(full(service.record(event("e", run))))).containsExactly("e");
  }

  @Test
  void other_content_under_the_same_key_is_refused() {
    service.record(event("e", ONCE));

    for (EventRequest other :
        List.of(
            event("f", ONCE),
            event("e", ONCE.timestamp(NOON)),
            event("e", ONCE.tags(List.of("t"))),
            EventRequest.builder()
                .source("agent")
                .eventKind("note")
                .ref("e")
                .summary("words")
                .options(ONCE)
                .build(),
            EventRequest.builder().source("agent").ref("notee").options(ONCE).build())) {
      assertThatThrownBy(() -> service.record(other))
          .isInstanceOf(AlreadyExistsException.class)
          .hasMessage("idempotency_key was used for another request");
    }
    assertThat(house.recordCount()).isEqualTo(1);
  }

  @Test
  void the_order_of_json_members_is_no_other_content_but_the_text_of_numbers_is() {
    String id = service.record(calling(members("a", "1", "b", "2"))).id();

    assertThat(service.record(calling(members("b", "2", "a", "1"))).id()).isEqualTo(id);
    assertThatThrownBy(() -> service.record(calling(members("a", "1.0", "b", "2"))))
        .isInstanceOf(AlreadyExistsException.class);
  }

  @Test
  void callers_and_calls_do_not_share_keys() {
    Caller bob = EngineFixture.upTo(Sensitivity.HYPER);
    String mine = service.record(event("e", ONCE)).id();
    String bobs = service.record(event("f", ONCE), bob).id();
    String tool = service.record(EngineFixture.tool("t", List.of(), ONCE)).id();

    assertThat(List.of(mine, bobs, tool)).doesNotHaveDuplicates();
  }

  @Test
  void an_empty_key_is_none() {
    service.record(event("e", IngestOptions.NONE.idempotencyKey("")));
    service.record(event("e", IngestOptions.NONE.idempotencyKey("")));

    assertThat(house.recordCount()).isEqualTo(2);
  }

  @Test
  void a_deleted_record_is_not_found_and_not_made_again() {
    String id = service.record(event("e", ONCE)).id();
    house.delete(id);

    assertThatThrownBy(() -> service.record(event("e", ONCE)))
        .isInstanceOf(NotFoundException.class);
    assertThat(house.recordCount()).isZero();
  }

  @Test
  void a_repeat_is_redacted_like_the_first_answer() {
    Caller bob = EngineFixture.upTo(Sensitivity.LOW);
    IngestOptions secret = ONCE.sensitivity(Sensitivity.HIGH);

    RecordView first = service.record(event("e", secret), bob);

    assertThat(first).isInstanceOf(RedactedRecord.class);
    assertThat(service.record(event("e", secret), bob)).isEqualTo(first);
  }

  @Test
  void a_repeat_shows_nothing_of_what_others_did_to_a_record_that_the_caller_cannot_see() {
    Caller bob = EngineFixture.upTo(Sensitivity.LOW);
    IngestOptions secret = ONCE.sensitivity(Sensitivity.HIGH);
    RecordView first = service.record(event("e", secret), bob);
    house.pass(Duration.ofMinutes(5));
    house.decay.penalize(first.id(), 0.5, ChangeReason.of("", ""), Caller.ANONYMOUS);

    assertThat(service.record(event("e", secret), bob)).isEqualTo(first);
  }

  @Test
  void a_repeat_shows_the_header_of_then_of_a_record_that_rose_out_of_sight() {
    Caller bob = EngineFixture.upTo(Sensitivity.LOW);
    IngestOptions run = ONCE.episode("run");
    RecordView first = service.record(event("e", run), bob);
    house.pass(Duration.ofMinutes(5));
    service.record(event("f", EngineFixture.episode("run").sensitivity(Sensitivity.HYPER)));

    assertThat(service.record(event("e", run), bob)).isEqualTo(RedactedRecord.headerOf(first));
    house.delete(first.id());
    assertThatThrownBy(() -> service.record(event("e", run), bob))
        .isInstanceOf(NotFoundException.class);
  }

  @Test
  void a_failed_call_leaves_its_key_free() {
    assertThatThrownBy(() -> service.record(event("", ONCE)))
        .hasMessage("event ref is required for event candidates");

    service.record(event("e", ONCE));

    assertThat(house.recordCount()).isEqualTo(1);
  }

  @Test
  void a_key_ends_after_24_hours_swept_or_not() {
    String first = service.record(event("e", ONCE)).id();
    house.pass(DAY.minus(MICRO));
    assertThat(service.record(event("e", ONCE)).id()).isEqualTo(first);
    house.pass(MICRO);

    String second = service.record(event("other", ONCE)).id();

    assertThat(second).isNotEqualTo(first);
    assertThat(service.record(event("other", ONCE)).id()).isEqualTo(second);
  }

  @Test
  void the_sweep_removes_what_is_due_and_nothing_else() {
    service.record(event("e", IngestOptions.NONE.idempotencyKey("old")));
    house.pass(Duration.ofHours(1));
    String young = service.record(event("e", IngestOptions.NONE.idempotencyKey("young"))).id();
    KeyExpiry expiry = new KeyExpiry(house.store);
    int commits = house.store.commits().size();

    assertThat(expiry.run(NOON.plus(DAY).minus(MICRO))).isZero();
    assertThat(house.store.commits()).hasSize(commits);
    assertThat(expiry.run(NOON.plus(DAY))).isEqualTo(1);

    assertThat(house.store.lastCommit().keysRemoved()).hasSize(1);
    assertThat(house.store.due(Queues.EXPIRY, NOON.plus(DAY.multipliedBy(9)), 9)).hasSize(1);
    assertThat(service.record(event("e", IngestOptions.NONE.idempotencyKey("young"))).id())
        .isEqualTo(young);
    assertThat(expiry.run(NOON.plus(DAY))).isZero();
  }

  @Test
  void the_sweep_goes_on_until_nothing_is_due() {
    for (int i = 0; i < 1_001; i++) {
      service.record(event("e", IngestOptions.NONE.idempotencyKey("key-" + i)));
    }
    KeyExpiry expiry = new KeyExpiry(house.store);
    int commits = house.store.commits().size();

    assertThat(expiry.run(NOON.plus(DAY))).isEqualTo(1_001);
    assertThat(house.store.commits()).hasSize(commits + 3);
    assertThat(house.store.due(Queues.EXPIRY, NOON.plus(DAY), 1)).isEmpty();
  }

  @Test
  void a_key_used_again_while_it_is_swept_stays() {
    service.record(event("e", ONCE));
    house.pass(DAY);
    KeyExpiry expiry = new KeyExpiry(house.store);
    List<String> again = new ArrayList<>();
    house.store.beforeNextCommit(() -> again.add(service.record(event("f", ONCE)).id()));

    assertThat(expiry.run(house.instant())).isZero();
    assertThat(service.record(event("f", ONCE)).id()).isEqualTo(again.get(0));
  }

  @Test
  void of_two_equal_requests_at_the_same_time_one_counts() {
    List<String> faster = new ArrayList<>();
    house.store.beforeNextCommit(() -> faster.add(service.record(event("e", ONCE)).id()));

    String slower = service.record(event("e", ONCE)).id();

    assertThat(slower).isEqualTo(faster.get(0));
    assertThat(house.recordCount()).isEqualTo(1);
  }

  @Test
  void of_many_equal_requests_on_many_threads_one_counts() throws Exception {
    int threads = 8;
    CyclicBarrier together = new CyclicBarrier(threads);
    ExecutorService pool = Executors.newFixedThreadPool(threads);
    try {
      for (int round = 0; round < 20; round++) {
        EventRequest request = event("e", IngestOptions.NONE.idempotencyKey("round-" + round));
        List<Future<String>> calls = new ArrayList<>();
        for (int t = 0; t < threads; t++) {
          calls.add(
              pool.submit(
                  () -> {
                    together.await();
                    return service.record(request).id();
                  }));
        }
        List<String> ids = new ArrayList<>();
        for (Future<String> call : calls) {
          ids.add(call.get());
        }
        assertThat(ids).containsOnly(ids.get(0));
      }
    } finally {
      pool.shutdownNow();
    }
    assertThat(house.recordCount()).isEqualTo(20);
  }

  private static OutcomeRequest outcome(String id, String key) {
    return OutcomeRequest.builder()
        .source("s")
        .targetRecordId(id)
        .status(OutcomeStatus.SUCCESS)
        .idempotencyKey(key)
        .build();
  }

  private static ToolOutputRequest calling(JsonObject args) {
    return ToolOutputRequest.builder()
        .source("agent")
        .toolName("t")
        .args(args)
        .options(ONCE)
        .build();
  }

  private static JsonObject members(String... namesAndNumbers) {
    Map<String, JsonValue> members = new LinkedHashMap<>();
    for (int i = 0; i < namesAndNumbers.length; i += 2) {
      members.put(namesAndNumbers[i], new JsonNumber(namesAndNumbers[i + 1]));
    }
    return new JsonObject(members);
  }
}
