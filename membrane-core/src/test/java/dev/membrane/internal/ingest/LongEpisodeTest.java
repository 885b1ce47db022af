package dev.membrane.internal.ingest;

import static dev.membrane.internal.EngineFixture.episode;
import static dev.membrane.internal.EngineFixture.event;
import static dev.membrane.internal.EngineFixture.full;
import static dev.membrane.internal.EngineFixture.tool;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.membrane.Caller;
import dev.membrane.EventRequest;
import dev.membrane.IngestAnswer;
import dev.membrane.IngestAnswer.IngestResult;
import dev.membrane.IngestOptions;
import dev.membrane.ObservationRequest;
import dev.membrane.OutcomeRequest;
import dev.membrane.ToolOutputRequest;
import dev.membrane.internal.EngineFixture;
import dev.membrane.internal.IngestDoor;
import dev.membrane.internal.change.ChangeReason;
import dev.membrane.schema.AuditAction;
import dev.membrane.schema.AuditEntry;
import dev.membrane.schema.EpisodicPayload;
import dev.membrane.schema.JsonString;
import dev.membrane.schema.JsonValue;
import dev.membrane.schema.MemoryRecord;
import dev.membrane.schema.OutcomeStatus;
import dev.membrane.schema.Relation;
import dev.membrane.schema.Sensitivity;
import dev.membrane.schema.TimelineEvent;
import dev.membrane.schema.ValidationException;
import dev.membrane.schema.json.RecordCodec;
import dev.membrane.spi.commit.Change;
import dev.membrane.spi.commit.Changeset;
import dev.membrane.spi.search.Terms;
import dev.membrane.spi.store.StoredRecord;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Episodes of more than one record. */
class LongEpisodeTest {

  private static final IngestOptions RUN = episode("run-1");
  private static final int BYTES = 98_304;

  /** A record has room for one such thing, and not for half of another. */
  private static final int LARGE = 3 * BYTES / 4;

  private final EngineFixture house = new EngineFixture();
  private final IngestDoor service = house.service;

  @Test
  void a_thousand_items_make_one_record_and_the_next_begins_another_under_the_same_key() {
    String first = service.record(event("e", RUN.scope("here").tags(List.of("a")))).id();
    fill(first, 999);
    IngestOptions run = RUN.scope("here");
    assertThat(service.record(event("last", run)).id()).isEqualTo(first);

    IngestAnswer next = service.ingest(event("one more", run.tags(List.of("b"))), Caller.ANONYMOUS);
    MemoryRecord second = full(next.record());

    assertThat(next.result()).isEqualTo(IngestResult.CREATED);
    assertThat(second.id()).isNotEqualTo(first);
    assertThat(second.scope()).isEqualTo("here");
    assertThat(second.tags()).containsExactly("a", "b");
    assertThat(second.relations())
        .containsExactly(new Relation("part_of", first, null, house.instant()));
    assertThat(EngineFixture.refs(second)).containsExactly("one more");
    assertThat(EngineFixture.refs(house.record(first))).hasSize(1_000);
    assertThat(service.record(event("and more", run)).id()).isEqualTo(second.id());
  }

  @Test
  void a_record_that_an_append_would_make_too_large_takes_no_more() {
    String first = service.record(answering(LARGE, RUN)).id();
    String second = service.record(answering(LARGE / 2, RUN)).id();
    String third = service.record(answering(LARGE / 2, RUN)).id();

    assertThat(second).isNotEqualTo(first).isEqualTo(third);
    assertThat(size(second)).isLessThanOrEqualTo(BYTES);
  }

  @Test
  void what_is_little_but_values_fills_a_record_sooner() {
    ToolOutputRequest dense =
        ToolOutputRequest.builder()
            .source("a")
            .toolName("t")
            .result(JsonValue.of(Collections.nCopies(2_500, 1)))
            .options(RUN)
            .build();
    List<String> ids = IntStream.range(0, 3).mapToObj(i -> service.record(dense).id()).toList();

    assertThat(ids.get(1)).isEqualTo(ids.get(0));
    assertThat(ids.get(2)).isNotEqualTo(ids.get(0));
  }

  @Test
  void text_that_is_searched_fills_a_record_sooner() {
    EventRequest request =
        EventRequest.builder()
            .source("a")
            .eventKind("note")
            .ref("r")
            .summary("word ".repeat(1_300))
            .options(RUN)
            .build();
    List<String> ids = IntStream.range(0, 5).mapToObj(i -> service.record(request).id()).toList();

    assertThat(new LinkedHashSet<>(ids)).hasSize(2);
    assertThat(ids.get(2)).isEqualTo(ids.get(0));
    assertThat(ids.get(3)).isNotEqualTo(ids.get(0));
  }

  @Test
  void what_is_too_large_by_itself_stands_beside_what_is_appended_to() {
    String first = service.record(event("e-1", RUN)).id();
    String large = service.record(answering(2 * BYTES, RUN)).id();
    String again = service.record(event("e-2", RUN)).id();

    assertThat(large).isNotEqualTo(first);
    assertThat(again).isEqualTo(first);
    end(first, OutcomeStatus.SUCCESS);
    assertThat(outcome(large)).isEqualTo(OutcomeStatus.SUCCESS);
  }

  @Test
  void what_is_too_large_by_itself_may_begin_an_episode() {
    String large = service.record(answering(2 * BYTES, RUN)).id();
    String small = service.record(event("e-1", RUN)).id();

    assertThat(small).isNotEqualTo(large);
    assertThat(service.record(event("e-2", RUN)).id()).isEqualTo(small);
  }

  @ParameterizedTest
  @ValueSource(strings = {"0001-01-01T00:00:00Z", "1600-01-01T00:00:00Z", "9999-12-31T23:59:59Z"})
  void an_episode_with_an_event_of_any_time_goes_on(Instant time) {
    String first = service.record(event("e", RUN)).id();
    fill(first, 999);
    assertThat(service.record(event("then", RUN.timestamp(time))).id()).isEqualTo(first);
    String second = service.record(event("one more", RUN)).id();
    String third = service.record(event("and another", RUN)).id();

    assertThat(second).isNotEqualTo(first);
    assertThat(third).isEqualTo(second);
    end(second, OutcomeStatus.SUCCESS);
    assertThat(outcome(first)).isEqualTo(OutcomeStatus.SUCCESS);
  }

  @Test
  void an_outcome_ends_all_parts_whichever_it_names() {
    List<String> ids = threeParts();
    end(ids.get(1), OutcomeStatus.FAILURE);

    assertThat(ids).allSatisfy(id -> assertThat(outcome(id)).isEqualTo(OutcomeStatus.FAILURE));
    for (String id : ids) {
      MemoryRecord part = house.record(id);
      assertThat(EngineFixture.rationales(part)).last().isEqualTo("Outcome recorded: failure");
      assertThat(part.provenance().sources())
          .last()
          .extracting("ref")
          .isEqualTo("outcome:" + id + ":failure");
    }
    assertThat(ids).doesNotContain(service.record(event("another run", RUN)).id());
  }

  @Test
  void another_outcome_is_recorded_for_all_parts_too() {
    List<String> ids = threeParts();
    end(ids.get(0), OutcomeStatus.FAILURE);
    end(ids.get(2), OutcomeStatus.SUCCESS);

    assertThat(ids).allSatisfy(id -> assertThat(outcome(id)).isEqualTo(OutcomeStatus.SUCCESS));
  }

  @Test
  void knowledge_that_a_run_used_is_judged_once_for_all_its_parts() {
    String fact =
        service
            .record(
                ObservationRequest.builder()
                    .source("a")
                    .subject("s")
                    .predicate("p")
                    .object(JsonValue.of("o"))
                    .build())
            .id();
    house.decay.penalize(fact, 0.5, ChangeReason.of("t", "r"), Caller.ANONYMOUS);
    for (String id : threeParts()) {
      service.record(
          OutcomeRequest.builder()
              .source("a")
              .targetRecordId(id)
              .status(OutcomeStatus.SUCCESS)
              .usedRecordIds(List.of(fact))
              .build());
    }

    assertThat(house.stored(fact).anchor().salience()).isEqualTo(0.6);
  }

  @Test
  void a_run_uses_none_of_its_own_parts() {
    List<String> parts = threeParts();
    service.record(
        OutcomeRequest.builder()
            .source("a")
            .targetRecordId(parts.get(0))
            .status(OutcomeStatus.SUCCESS)
            .usedRecordIds(parts)
            .build());

    for (String part : parts) {
      assertThat(outcome(part)).isEqualTo(OutcomeStatus.SUCCESS);
      List<AuditEntry> log = house.stored(part).record().auditLog();
      assertThat(log).extracting(AuditEntry::action).doesNotContain(AuditAction.REINFORCE);
      assertThat(log.get(log.size() - 1).rationale())
          .startsWith("Outcome recorded: success; skipped used records: ")
          .contains(parts);
    }
  }

  @Test
  void a_part_may_depend_on_the_tool_calls_of_another_and_on_no_others() {
    MemoryRecord first = full(service.record(answering(LARGE, RUN)));
    String node = EngineFixture.episodic(first).toolGraph().get(0).id();
    String second = service.record(answering(LARGE / 2, RUN)).id();

    MemoryRecord record = full(service.record(tool("t", List.of(node), RUN)));

    assertThat(record.id()).isEqualTo(second);
    assertThat(EngineFixture.episodic(record).toolGraph().get(1).dependsOn()).containsExactly(node);
    assertThatThrownBy(() -> service.record(tool("t", List.of("unknown"), RUN)))
        .isInstanceOfSatisfying(
            ValidationException.class, fault -> assertThat(fault.field()).isEqualTo("depends_on"));
  }

  @Test
  void who_begins_a_further_part_has_not_begun_the_episode() {
    Caller owner = named("owner");
    String first = service.record(answering(LARGE, RUN), owner).id();
    String second = service.record(answering(LARGE / 2, RUN), named("other")).id();

    IngestOptions above = RUN.sensitivity(Sensitivity.HIGH);
    String foreign = service.record(event("e", above), named("other")).id();

    assertThat(List.of(first, second)).doesNotContain(foreign);
    assertThat(house.record(second).sensitivity()).isEqualTo(Sensitivity.LOW);
    assertThat(service.record(event("e", above), owner).id()).isEqualTo(second);
    assertThat(house.record(second).sensitivity()).isEqualTo(Sensitivity.HIGH);
  }

  @Test
  void a_further_part_is_as_sensitive_as_the_one_before() {
    service.record(answering(LARGE, RUN.sensitivity(Sensitivity.HIGH)));

    MemoryRecord second = full(service.record(answering(LARGE / 2, RUN)));

    assertThat(second.sensitivity()).isEqualTo(Sensitivity.HIGH);
  }

  @Test
  void an_outcome_at_the_same_time_ends_what_goes_on() {
    String first = service.record(answering(LARGE, RUN)).id();
    house.store.beforeNextCommit(() -> end(first, OutcomeStatus.SUCCESS));

    String second = service.record(answering(LARGE / 2, RUN)).id();

    assertThat(house.record(second).relations()).isEmpty();
    assertThat(outcome(second)).isNull();
  }

  @Test
  void what_goes_on_at_the_same_time_is_ended_by_the_outcome() {
    String first = service.record(answering(LARGE, RUN)).id();
    List<String> second = new ArrayList<>();
    house.store.beforeNextCommit(() -> second.add(service.record(answering(LARGE / 2, RUN)).id()));

    end(first, OutcomeStatus.SUCCESS);

    assertThat(outcome(second.get(0))).isEqualTo(OutcomeStatus.SUCCESS);
  }

  @Test
  void without_its_first_part_an_episode_goes_on_and_ends() {
    List<String> ids = threeParts();
    house.delete(ids.get(0));
    String fourth = service.record(answering(LARGE, RUN)).id();
    end(fourth, OutcomeStatus.SUCCESS);

    assertThat(ids).doesNotContain(fourth);
    assertThat(outcome(ids.get(2))).isEqualTo(OutcomeStatus.SUCCESS);
    assertThat(ids).doesNotContain(service.record(event("another run", RUN)).id());
  }

  @Test
  void writers_at_once_lose_nothing_where_parts_begin() throws Exception {
    ExecutorService pool = Executors.newFixedThreadPool(8);
    Set<String> ids = new LinkedHashSet<>();
    try {
      List<Callable<String>> calls =
          IntStream.range(0, 40)
              .<Callable<String>>mapToObj(i -> () -> service.record(answering(LARGE / 5, RUN)).id())
              .toList();
      for (Future<String> call : pool.invokeAll(calls)) {
        ids.add(call.get());
      }
    } finally {
      pool.shutdownNow();
    }
    String any = ids.iterator().next();
    end(any, OutcomeStatus.SUCCESS);

    assertThat(ids.stream().mapToInt(id -> EngineFixture.tools(house.record(id)).size()).sum())
        .isEqualTo(40);
    assertThat(ids).allSatisfy(id -> assertThat(outcome(id)).isEqualTo(OutcomeStatus.SUCCESS));
    assertThat(ids.stream().map(this::size).collect(Collectors.toSet()))
        .allMatch(size -> size <= BYTES);
  }

  private List<String> threeParts() {
    return IntStream.range(0, 3).mapToObj(i -> service.record(answering(LARGE, RUN)).id()).toList();
  }

  private void end(String id, OutcomeStatus status) {
    service.record(OutcomeRequest.of("a", id, status));
  }

  private OutcomeStatus outcome(String id) {
    return EngineFixture.episodic(house.record(id)).outcome();
  }

  private int size(String id) {
    return new RecordCodec().encodeUtf8(house.record(id).withAuditLog(List.of())).length;
  }

  private static Caller named(String name) {
    return Caller.named(name);
  }

  /** Lets an episode have a number of events without a call for each. */
  private void fill(String id, int events) {
    StoredRecord stored = house.stored(id);
    EpisodicPayload trace = EngineFixture.episodic(stored.record());
    List<TimelineEvent> timeline = Collections.nCopies(events, trace.timeline().get(0));
    MemoryRecord after =
        stored.record().toBuilder().payload(trace.withTrace(timeline, List.of())).build();
    Change change =
        new Change.Replace(stored.version(), after, stored.anchor(), Terms.NONE, "", List.of());
    house.store.commit(Changeset.builder().change(change).build());
    house.pass(Duration.ofSeconds(1));
  }

  private static ToolOutputRequest answering(int length, IngestOptions options) {
    JsonString result = new JsonString("x".repeat(length));
    return ToolOutputRequest.builder()
        .source("agent")
        .toolName("t")
        .result(result)
        .options(options)
        .build();
  }
}
