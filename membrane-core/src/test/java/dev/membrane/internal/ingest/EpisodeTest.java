package dev.membrane.internal.ingest;

import static dev.membrane.internal.EngineFixture.NOON;
import static dev.membrane.internal.EngineFixture.episode;
import static dev.membrane.internal.EngineFixture.event;
import static dev.membrane.internal.EngineFixture.full;
import static dev.membrane.internal.EngineFixture.tool;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.membrane.Caller;
import dev.membrane.IngestOptions;
import dev.membrane.OutcomeRequest;
import dev.membrane.ToolOutputRequest;
import dev.membrane.internal.EngineFixture;
import dev.membrane.internal.IngestDoor;
import dev.membrane.schema.AuditAction;
import dev.membrane.schema.AuditEntry;
import dev.membrane.schema.EpisodicPayload;
import dev.membrane.schema.JsonObject;
import dev.membrane.schema.JsonString;
import dev.membrane.schema.MemoryRecord;
import dev.membrane.schema.OutcomeStatus;
import dev.membrane.schema.ProvenanceSource;
import dev.membrane.schema.RecordView;
import dev.membrane.schema.RedactedRecord;
import dev.membrane.schema.Sensitivity;
import dev.membrane.schema.ValidationException;
import dev.membrane.spi.commit.Change;
import dev.membrane.spi.commit.Changeset;
import dev.membrane.spi.commit.Key;
import dev.membrane.spi.search.Terms;
import dev.membrane.spi.store.StoredRecord;
import dev.membrane.spi.store.StoredRecord.Anchor;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class EpisodeTest {

  private static final IngestOptions RUN = episode("run-1");
  private static final Caller LOW = EngineFixture.upTo(Sensitivity.LOW);
  private static final Caller HIGH = EngineFixture.upTo(Sensitivity.HIGH);

  private final EngineFixture house = new EngineFixture();
  private final IngestDoor service = house.service;

  @Test
  void a_run_becomes_one_record() {
    String first = service.record(event("e-1", RUN)).id();
    String second = service.record(tool("grep", List.of(), RUN)).id();
    MemoryRecord record = full(service.record(event("e-2", RUN)));

    assertThat(List.of(first, second)).containsOnly(record.id());
    assertThat(house.recordCount()).isEqualTo(1);
    assertThat(EngineFixture.refs(record)).hasSize(3).startsWith("e-1").endsWith("e-2");
    assertThat(EngineFixture.tools(record)).containsExactly("grep");
    assertThat(house.record(first)).isEqualTo(record);
  }

  @Test
  void without_a_key_every_call_is_its_own_record() {
    service.record(event("e-1", episode("")));
    service.record(event("e-2", IngestOptions.NONE));

    assertThat(house.recordCount()).isEqualTo(2);
  }

  @Test
  void an_append_alters_nothing_that_is_there() {
    JsonObject args = new JsonObject(Map.of("q", new JsonString("x")));
    ToolOutputRequest call =
        ToolOutputRequest.builder()
            .source("agent")
            .toolName("grep")
            .args(args)
            .options(RUN.timestamp(NOON))
            .build();
    MemoryRecord before = full(service.record(call));
    house.pass(Duration.ofMinutes(10));
    MemoryRecord after = full(service.record(event("e", RUN)));

    EpisodicPayload was = EngineFixture.episodic(before);
    EpisodicPayload is = EngineFixture.episodic(after);
    assertThat(is.timeline().get(0)).isEqualTo(was.timeline().get(0));
    assertThat(is.toolGraph()).isEqualTo(was.toolGraph());
    assertThat(after.provenance().sources()).startsWith(before.provenance().sources().get(0));
    assertThat(after.provenance().createdBy()).isEqualTo("ingestion-service");
    assertThat(after.auditLog()).startsWith(before.auditLog().get(0));
    assertThat(after.createdAt()).isEqualTo(NOON);
    assertThat(after.lifecycle()).isEqualTo(before.lifecycle());
  }

  @Test
  void an_append_is_audited_and_leaves_its_source() {
    service.record(event("e-1", RUN));
    house.pass(Duration.ofSeconds(5));
    MemoryRecord record = full(service.record(tool("grep", List.of(), RUN), HIGH));

    assertThat(record.auditLog().get(1))
        .isEqualTo(
            new AuditEntry(
                AuditAction.REVISE, "bob", NOON.plusSeconds(5), "Appended tool_output from agent"));
    ProvenanceSource source = record.provenance().sources().get(1);
    assertThat(source.kind().wireName()).isEqualTo("tool_call");
    assertThat(source.ref()).isEqualTo(EngineFixture.episodic(record).toolGraph().get(0).id());
    assertThat(record.updatedAt()).isEqualTo(NOON.plusSeconds(5));
  }

  @Test
  void an_append_brings_salience_back_to_its_initial_value() {
    String id = service.record(event("e-1", RUN)).id();
    house.pass(Duration.ofHours(3));
    assertThat(house.stored(id).salienceAt(house.instant())).isEqualTo(0.125);

    RecordView answer = service.record(event("e-2", RUN));

    assertThat(house.stored(id).anchor()).isEqualTo(new Anchor(1, house.instant()));
    assertThat(full(answer).salience()).isEqualTo(1);
    assertThat(full(answer).lifecycle().lastReinforcedAt()).isEqualTo(NOON);
  }

  @Test
  void an_append_makes_a_penalty_forgotten() {
    StoredRecord before = house.stored(service.record(event("e-1", RUN)).id());
    replace(before, before.record(), new Anchor(0.25, NOON));

    assertThat(full(service.record(event("e-2", RUN))).salience()).isEqualTo(1);
  }

  @Test
  void the_timeline_is_sorted_by_time_then_arrival() {
    service.record(event("noon-1", RUN.timestamp(NOON)));
    service.record(event("later", RUN.timestamp(NOON.plusSeconds(1))));
    service.record(event("noon-2", RUN.timestamp(NOON)));
    service.record(event("before", RUN.timestamp(NOON.minusSeconds(1))));
    MemoryRecord record = full(service.record(event("noon-3", RUN.timestamp(NOON))));

    assertThat(EngineFixture.refs(record))
        .containsExactly("before", "noon-1", "noon-2", "noon-3", "later");
  }

  @Test
  void a_new_tool_node_comes_last_whatever_its_time() {
    service.record(tool("first", List.of(), RUN.timestamp(NOON)));
    MemoryRecord record =
        full(service.record(tool("second", List.of(), RUN.timestamp(NOON.minusSeconds(9)))));

    assertThat(EngineFixture.tools(record)).containsExactly("first", "second");
    assertThat(EngineFixture.episodic(record).timeline().get(0).summary())
        .isEqualTo("tool_call: second");
  }

  @Test
  void sensitivity_rises_to_the_highest_confidence_falls_to_the_lowest_and_tags_unite() {
    service.record(
        tool("t", List.of(), RUN.sensitivity(Sensitivity.PUBLIC).tags(List.of("a", "b"))));
    service.record(event("e", RUN.sensitivity(Sensitivity.MEDIUM).tags(List.of("b", "c"))));
    MemoryRecord record =
        full(service.record(tool("t", List.of(), RUN.sensitivity(Sensitivity.LOW))));

    assertThat(record.sensitivity()).isEqualTo(Sensitivity.MEDIUM);
    assertThat(record.confidence()).isEqualTo(0.8);
    assertThat(record.tags()).containsExactly("a", "b", "c");
    assertThat(house.recordCount()).isEqualTo(1);
  }

  @Test
  void too_many_tags_together_are_refused_and_change_nothing() {
    List<String> hundred = IntStream.range(0, 100).mapToObj(i -> "t" + i).toList();
    String id = service.record(event("e-1", RUN.tags(hundred))).id();
    StoredRecord before = house.stored(id);

    assertThatThrownBy(() -> service.record(event("e-2", RUN.tags(List.of("t0", "new")))))
        .isInstanceOf(ValidationException.class)
        .hasMessage("too many tags: 101 (max 100)");
    assertThat(house.stored(id)).isEqualTo(before);
  }

  @Test
  void dependencies_name_nodes_of_the_same_episode() {
    MemoryRecord first = full(service.record(tool("a", List.of(), RUN)));
    String node = EngineFixture.episodic(first).toolGraph().get(0).id();

    MemoryRecord second = full(service.record(tool("b", List.of(node), RUN)));

    assertThat(EngineFixture.episodic(second).toolGraph().get(1).dependsOn()).containsExactly(node);
  }

  @Test
  void dependencies_on_anything_else_are_refused_and_change_nothing() {
    MemoryRecord other = full(service.record(tool("a", List.of(), episode("other"))));
    String foreign = EngineFixture.episodic(other).toolGraph().get(0).id();
    service.record(event("e", RUN));
    int commits = house.store.commits().size();

    for (IngestOptions options : List.of(RUN, episode("fresh"))) {
      assertThatThrownBy(() -> service.record(tool("b", List.of(foreign), options)))
          .isInstanceOfSatisfying(
              ValidationException.class,
              fault -> assertThat(fault.field()).isEqualTo("depends_on"));
    }
    assertThat(house.store.commits()).hasSize(commits);
  }

  @Test
  void the_answer_to_an_append_has_the_whole_audit_log() {
    for (int i = 0; i < 59; i++) {
      service.record(event("e-" + i, RUN));
    }

    assertThat(full(service.record(event("last", RUN))).auditLog()).hasSize(60);
  }

  @Test
  void an_outcome_ends_the_episode_and_the_key_begins_another() {
    String first = service.record(event("e-1", RUN)).id();
    service.record(OutcomeRequest.of("agent", first, OutcomeStatus.SUCCESS));
    StoredRecord ended = house.stored(first);

    String second = service.record(event("e-2", RUN)).id();
    String third = service.record(event("e-3", RUN)).id();

    assertThat(second).isNotEqualTo(first).isEqualTo(third);
    assertThat(house.stored(first)).isEqualTo(ended);
  }

  @Test
  void an_append_that_loses_against_the_outcome_begins_another_episode() {
    String first = service.record(event("e-1", RUN)).id();
    house.store.beforeNextCommit(
        () -> service.record(OutcomeRequest.of("a", first, OutcomeStatus.FAILURE)));

    String second = service.record(event("e-2", RUN)).id();

    assertThat(second).isNotEqualTo(first);
    assertThat(EngineFixture.refs(house.record(first))).containsExactly("e-1");
  }

  @Test
  void a_deleted_episode_frees_its_key() {
    String first = service.record(event("e-1", RUN)).id();
    house.delete(first);

    assertThat(service.record(event("e-2", RUN)).id()).isNotEqualTo(first);
  }

  @Test
  void scopes_do_not_share_episodes() {
    String here = service.record(event("e", RUN.scope("here"))).id();
    String there = service.record(event("e", RUN.scope("there"))).id();
    String nowhere = service.record(event("e", RUN)).id();

    assertThat(Set.of(here, there, nowhere)).hasSize(3);
    assertThat(service.record(event("e", RUN.scope("there"))).id()).isEqualTo(there);
    assertThat(service.record(event("e", RUN.unscoped())).id()).isEqualTo(nowhere);
  }

  @Test
  void scope_and_key_cannot_be_confused() {
    List<String> ids =
        List.of(
            service.record(event("e", episode("c").scope("a:b"))).id(),
            service.record(event("e", episode("b:c").scope("a"))).id(),
            service.record(event("e", episode("bc").scope("a"))).id(),
            service.record(event("e", episode("c").scope("ab"))).id());

    assertThat(ids).doesNotHaveDuplicates();
  }

  @Test
  void an_episode_raised_above_the_caller_is_answered_redacted_and_no_longer_found() {
    String first = service.record(event("e-1", RUN), LOW).id();

    RecordView raised = service.record(event("e-2", RUN.sensitivity(Sensitivity.HIGH)), LOW);
    assertThat(common(house.store.lastCommit().keysRemoved())).hasSize(1);
    assertThat(common(house.store.lastCommit().keysAdded())).hasSize(1);
    String next = service.record(event("e-3", RUN), LOW).id();

    assertThat(raised).isInstanceOf(RedactedRecord.class);
    assertThat(raised.id()).isEqualTo(first);
    assertThat(next).isNotEqualTo(first);
    assertThat(EngineFixture.refs(house.record(first))).containsExactly("e-1", "e-2");
    assertThat(service.record(event("e-4", RUN), HIGH).id()).isEqualTo(first);
  }

  /** The keys under which every caller looks. */
  private static List<Key> common(List<Key> keys) {
    return keys.stream().filter(key -> key.name().startsWith("episode:")).toList();
  }

  @Test
  void callers_of_two_levels_meet_only_where_both_see_the_episode() {
    String high = service.record(event("e", RUN.sensitivity(Sensitivity.HIGH)), HIGH).id();
    String low = service.record(event("e", RUN), LOW).id();

    assertThat(low).isNotEqualTo(high);
    assertThat(service.record(event("e", RUN), HIGH).id()).isEqualTo(high);
    assertThat(service.record(event("e", RUN), LOW).id()).isEqualTo(low);
  }

  @Test
  void a_caller_writing_above_their_level_does_not_take_a_key_that_they_cannot_see() {
    IngestOptions secret = RUN.sensitivity(Sensitivity.HIGH);
    String hidden = service.record(event("e", secret), HIGH).id();
    StoredRecord before = house.stored(hidden);
    Caller other = Caller.named("alice").upTo(Sensitivity.LOW).permitted(LOW.permissions());

    String written = service.record(event("e", secret), other).id();

    assertThat(written).isNotEqualTo(hidden);
    assertThat(house.stored(hidden)).isEqualTo(before);
    assertThat(service.record(event("e", RUN), HIGH).id()).isEqualTo(hidden);
  }

  @Test
  void a_scope_that_the_caller_may_not_see_takes_no_event_from_them() {
    StoredRecord theirs = house.stored(service.record(event("e", RUN.scope("blue"))).id());

    assertThatThrownBy(
            () -> service.record(event("e", RUN.scope("blue")), EngineFixture.within("red")))
        .hasMessage("validation error for scope: must be one of the caller's scopes");
    assertThat(house.stored(theirs.record().id())).isEqualTo(theirs);
  }

  @ParameterizedTest
  @EnumSource(Sensitivity.class)
  void two_that_begin_the_same_episode_at_any_two_levels_share_it(Sensitivity rivals) {
    house.store.beforeNextCommit(() -> service.record(event("faster", RUN.sensitivity(rivals))));

    MemoryRecord record =
        full(service.record(event("slower", RUN.sensitivity(Sensitivity.MEDIUM))));

    assertThat(house.recordCount()).isEqualTo(1);
    assertThat(EngineFixture.refs(record)).containsExactly("faster", "slower");
  }

  @Test
  void an_append_that_loses_against_a_raise_raises_no_further_and_loses_nothing() {
    String id = service.record(event("e-1", RUN)).id();
    house.store.beforeNextCommit(
        () -> service.record(event("e-2", RUN.sensitivity(Sensitivity.HIGH))));

    service.record(event("e-3", RUN.sensitivity(Sensitivity.MEDIUM)));

    assertThat(house.record(id).sensitivity()).isEqualTo(Sensitivity.HIGH);
    assertThat(EngineFixture.refs(house.record(id))).containsExactly("e-1", "e-2", "e-3");
    assertThat(service.record(event("e-4", RUN)).id()).isEqualTo(id);
  }

  @Test
  void threads_that_append_to_one_episode_lose_nothing() throws Exception {
    int threads = 8;
    int each = 25;
    List<Callable<Set<String>>> writers = new ArrayList<>();
    CountDownLatch start = new CountDownLatch(1);
    for (int t = 0; t < threads; t++) {
      int thread = t;
      writers.add(
          () -> {
            start.await();
            return IntStream.range(0, each)
                .mapToObj(i -> service.record(event(thread + "/" + i, RUN)).id())
                .collect(Collectors.toSet());
          });
    }

    Set<String> ids = allOf(writers, start);

    assertThat(ids).hasSize(1);
    MemoryRecord record = house.record(ids.iterator().next());
    assertThat(EngineFixture.refs(record)).hasSize(threads * each).doesNotHaveDuplicates();
    assertThat(record.provenance().sources()).hasSize(threads * each);
    assertThat(house.log(record.id())).hasSize(threads * each);
    assertThat(house.recordCount()).isEqualTo(1);
  }

  private void replace(StoredRecord seen, MemoryRecord after, Anchor anchor) {
    Change change = new Change.Replace(seen.version(), after, anchor, Terms.NONE, "", List.of());
    house.store.commit(Changeset.builder().change(change).build());
  }

  private static Set<String> allOf(List<Callable<Set<String>>> writers, CountDownLatch start)
      throws Exception {
    ExecutorService pool = Executors.newFixedThreadPool(writers.size());
    try {
      List<Future<Set<String>>> running = writers.stream().map(pool::submit).toList();
      start.countDown();
      Set<String> all = new HashSet<>();
      for (Future<Set<String>> writer : running) {
        all.addAll(writer.get());
      }
      return all;
    } finally {
      pool.shutdownNow();
    }
  }
}
