package dev.membrane.tck;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import dev.membrane.Caller;
import dev.membrane.EventRequest;
import dev.membrane.IngestAnswer;
import dev.membrane.IngestAnswer.IngestResult;
import dev.membrane.Ingestion;
import dev.membrane.Ingestion.IngestItemAnswer;
import dev.membrane.Ingestion.IngestStream;
import dev.membrane.ListRecordsRequest;
import dev.membrane.Memory;
import dev.membrane.NotFoundException;
import dev.membrane.ObservationRequest;
import dev.membrane.ObservationRequest.OnConflict;
import dev.membrane.OutcomeRequest;
import dev.membrane.Permission;
import dev.membrane.RecordRequest;
import dev.membrane.RetrieveAnswer.AnswerView;
import dev.membrane.RetrieveEpisodeAnswer.EpisodeEvent;
import dev.membrane.RetrieveEpisodeRequest;
import dev.membrane.RetrieveRequest;
import dev.membrane.ToolOutputRequest;
import dev.membrane.WorkingStateRequest;
import dev.membrane.schema.AuditAction;
import dev.membrane.schema.DeletionPolicy;
import dev.membrane.schema.EpisodicPayload;
import dev.membrane.schema.JsonObject;
import dev.membrane.schema.JsonValue;
import dev.membrane.schema.LifecycleDraft;
import dev.membrane.schema.MemoryRecord;
import dev.membrane.schema.MemoryType;
import dev.membrane.schema.OutcomeStatus;
import dev.membrane.schema.RecordDraft;
import dev.membrane.schema.SemanticPayload;
import dev.membrane.schema.TaskState;
import dev.membrane.schema.Timestamps;
import dev.membrane.schema.ValidationException;
import dev.membrane.schema.Validity;
import dev.membrane.schema.ValidityMode;
import dev.membrane.schema.json.RecordCodec;
import dev.membrane.spi.store.Statistics;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;

/** What is told becomes records. */
interface IngestionContract extends MembraneUnderTest {

  @Test
  default void the_short_form_stores_a_text_in_the_only_scope_of_the_caller() {
    IngestAnswer answer = project().ingestion().observe("ann", "user", "prefers", "Go");
    assertThat(answer.result()).isEqualTo(IngestResult.CREATED);
    assertThat(record(answer.id()).scope()).isEqualTo(SCOPE);
    assertThat(((SemanticPayload) record(answer.id()).payload()).object())
        .isEqualTo(JsonValue.of("Go"));
  }

  @Test
  default void a_fact_that_is_known_is_reinforced_and_another_object_is_a_conflict() {
    String go = fact("Go");
    IngestAnswer again = project().ingestion().observe("ann", "user", "prefers", "Go");
    assertThat(again.id()).isEqualTo(go);
    assertThat(again.result()).isEqualTo(IngestResult.REINFORCED);
    assertThat(project().ingestion().observe("ann", "user", "prefers", "Rust").conflicts())
        .containsExactly(go);
  }

  @Test
  default void a_fact_that_was_withdrawn_is_stored_again_and_the_former_one_named() {
    String former = fact("Go");
    membrane().revision().retract(former, "it is Rust");
    IngestAnswer again = project().ingestion().observe("ann", "user", "prefers", "Go");
    assertThat(again.result()).isEqualTo(IngestResult.CREATED);
    assertThat(again.withdrawn()).isEqualTo(former);
    assertThat(project().ingestion().observe("ann", "user", "prefers", "Go").withdrawn()).isNull();
  }

  @Test
  default void the_answer_to_an_outcome_names_the_used_records_that_did_not_count() {
    String go = fact("Go");
    String shown = go.substring(go.length() - 8);
    OutcomeRequest.Builder outcome =
        OutcomeRequest.builder()
            .source("ann")
            .targetRecordId(project().ingestion().event(event("1").scope(SCOPE).build()).id())
            .status(OutcomeStatus.SUCCESS);

    outcome.usedRecordIds(List.of(shown, go.toUpperCase(Locale.ROOT), shown));
    assertThat(project().ingestion().outcome(outcome.build()).skipped()).containsExactly(shown);
    outcome.usedRecordIds(List.of(go));
    assertThat(project().ingestion().outcome(outcome.build()).skipped()).isEmpty();
  }

  @Test
  default void what_a_line_shows_of_an_id_is_told_from_an_id() {
    String go = fact("Go");
    String shown = go.substring(go.length() - 8);
    for (Executable call :
        List.<Executable>of(
            () -> project().retrieval().byId(shown, ALL),
            () -> project().revision().retract(shown, "it is Rust"))) {
      Expected.refusal(NotFoundException.class, call::execute)
          .hasMessageStartingWith("record not found: an id has 36 characters");
    }
  }

  @Test
  default void facts_that_hold_for_a_time_or_under_conditions_are_conflicts_while_they_hold() {
    Instant now = record(fact("Zig")).createdAt();
    String current = full(held("Go", timebox(now.minusSeconds(9), null)));
    String linux = full(held("C", conditional("os")));
    String same = full(held("Rust", conditional("os")));
    String past = full(held("Ada", timebox(null, now.minusSeconds(9))));
    String future = full(held("Elm", timebox(now.plusSeconds(3_600), null)));
    ObservationRequest.Builder rust =
        ObservationRequest.builder()
            .source("ann")
            .subject("user")
            .predicate("prefers")
            .object("Rust");

    IngestAnswer kept = project().ingestion().observe(rust.build());
    assertThat(kept.result()).isEqualTo(IngestResult.CREATED);
    assertThat(kept.conflicts()).hasSize(3).contains(current, linux);
    IngestAnswer replaced =
        project().ingestion().observe(rust.onConflict(OnConflict.REPLACE).build());
    assertThat(replaced.result()).isEqualTo(IngestResult.REPLACED);
    assertThat(replaced.id()).isEqualTo(kept.id());
    for (String gone : List.of(current, linux)) {
      assertThat(revision(gone).supersededBy()).isEqualTo(kept.id());
    }
    for (String untouched : List.of(same, past, future)) {
      assertThat(record(untouched).isRetired()).isFalse();
    }
  }

  private String full(SemanticPayload fact) {
    RecordDraft draft = draft("").toBuilder().payload(fact).build();
    return project().ingestion().record(RecordRequest.of("ann", draft)).id();
  }

  private static SemanticPayload held(String object, Validity validity) {
    return new SemanticPayload(
        "user", "prefers", JsonValue.of(object), validity, EVIDENCE, null, null);
  }

  private static Validity timebox(@Nullable Instant start, @Nullable Instant end) {
    return new Validity(ValidityMode.TIMEBOXED, null, start, end);
  }

  private static Validity conditional(String name) {
    JsonObject conditions = new JsonObject(Map.of(name, JsonValue.of("linux")));
    return new Validity(ValidityMode.CONDITIONAL, conditions, null, null);
  }

  @Test
  default void an_observation_that_replaces_a_fact_is_kept_as_that_was() {
    LifecycleDraft kept =
        LifecycleDraft.builder()
            .halfLifeSeconds(99_999L)
            .pinned(true)
            .deletionPolicy(DeletionPolicy.NEVER)
            .build();
    RecordDraft draft = draft("Go").toBuilder().scope(SCOPE).lifecycle(kept).build();
    membrane().ingestion().record(RecordRequest.of("ann", draft));
    Memory bob =
        membrane()
            .as(
                Caller.named("bob")
                    .in(SCOPE)
                    .permitted(Set.of(Permission.INGEST, Permission.REVISE)));
    ObservationRequest.Builder fact =
        ObservationRequest.builder()
            .source("bob")
            .subject("user")
            .predicate("prefers")
            .onConflict(OnConflict.REPLACE);

    MemoryRecord rust = record(bob.ingestion().observe(fact.object("Rust").build()).id());
    assertThat(rust.lifecycle().pinned()).isTrue();
    assertThat(rust.lifecycle().deletionPolicy()).isEqualTo(DeletionPolicy.NEVER);
    assertThat(rust.lifecycle().decay().halfLifeSeconds()).isEqualTo(99_999);
    assertThat(rust.lifecycle().lastReinforcedAt()).isEqualTo(rust.createdAt());

    String known = fact("Zig");
    assertThat(bob.ingestion().observe(fact.object("Zig").build()).id()).isEqualTo(known);
    assertThat(record(known).lifecycle().pinned()).isTrue();
    assertThat(record(known).lifecycle().deletionPolicy()).isEqualTo(DeletionPolicy.NEVER);
    assertThat(record(known).lifecycle().decay().halfLifeSeconds())
        .as("a record's own half-life")
        .isNotEqualTo(99_999);
  }

  @Test
  default void a_forgotten_scope_is_refused() {
    ObservationRequest.Builder fact =
        ObservationRequest.builder().source("ann").subject("user").predicate("likes").object("tea");
    assertFault("scope", () -> membrane().ingestion().observe(fact.build()));
    assertFault("scope", () -> membrane().ingestion().event(event("1").build()));
    assertFault(
        "scope", () -> membrane().ingestion().record(RecordRequest.of("ann", draft("tea"))));
    assertThat(membrane().metrics().totalRecords()).isZero();
  }

  @Test
  default void figures_have_every_type_and_every_action_also_those_of_which_there_is_none() {
    fact("Go");
    Statistics figures = membrane().metrics().statistics();
    assertThat(figures.recordsByType())
        .containsOnlyKeys(MemoryType.values())
        .containsEntry(MemoryType.SEMANTIC, 1L)
        .containsEntry(MemoryType.EPISODIC, 0L);
    assertThat(figures.auditEntriesByAction())
        .containsOnlyKeys(AuditAction.values())
        .containsEntry(AuditAction.MERGE, 0L);
  }

  @Test
  default void a_caller_of_several_scopes_names_one_of_them() {
    Ingestion both = membrane().as(Caller.named("bob").in("alpha", "beta")).ingestion();
    String forgotten = "validation error for scope: is required of a caller of several scopes";
    Expected.refusal(ValidationException.class, () -> both.observe("bob", "user", "prefers", "Go"))
        .hasMessage(forgotten);
    Expected.refusal(ValidationException.class, () -> both.event(event("1").episode("run").build()))
        .hasMessage(forgotten);
    Expected.refusal(ValidationException.class, () -> both.toolOutput(call().build()))
        .hasMessage(forgotten);
    Expected.refusal(ValidationException.class, () -> both.workingState(state().build()))
        .hasMessage(forgotten);
    RecordRequest full = RecordRequest.of("bob", draft("Go"));
    Expected.refusal(ValidationException.class, () -> both.record(full)).hasMessage(forgotten);
    Expected.refusal(
            ValidationException.class, () -> both.allOrNothing(List.of(event("1").build())))
        .hasMessage("items[0].scope: is required of a caller of several scopes");
    List<IngestItemAnswer> answers = Collections.synchronizedList(new ArrayList<>());
    try (IngestStream stream = both.stream(answers::add)) {
      stream.send(event("1").build());
    }
    answers.addAll(both.batch(List.of(full)));
    assertThat(answers).hasSize(2);
    for (IngestItemAnswer answer : answers) {
      assertThat(answer.failure().orElseThrow()).hasMessage(forgotten);
    }
    Expected.refusal(ValidationException.class, () -> both.event(event("1").scope("gamma").build()))
        .hasMessage("validation error for scope: must be one of the caller's scopes");
    assertFault("scope", () -> both.event(event("1").unscoped().build()));
    assertThat(membrane().metrics().totalRecords()).isZero();
    assertThat(record(both.event(event("1").scope("beta").build()).id()).scope()).isEqualTo("beta");
  }

  private static ToolOutputRequest.Builder call() {
    return ToolOutputRequest.builder().source("bob").toolName("search");
  }

  private static WorkingStateRequest.Builder state() {
    return WorkingStateRequest.builder().source("bob").threadId("t").state(TaskState.EXECUTING);
  }

  @Test
  default void an_instant_is_cut_to_microseconds_before_it_is_judged() {
    Instant last = Instant.parse("9999-12-31T23:59:59.999999999Z");
    EventRequest event =
        EventRequest.builder().source("ann").eventKind("note").ref("r").timestamp(last).build();
    String id = project().ingestion().event(event).id();
    assertThat(((EpisodicPayload) record(id).payload()).timeline().get(0).t())
        .isEqualTo(Timestamps.MAX);
    RetrieveRequest question = RetrieveRequest.builder().trust(ALL).now(last).validAt(last).build();
    assertThat(project().retrieval().retrieve(question).results()).hasSize(1);
    ListRecordsRequest list =
        ListRecordsRequest.builder().createdUntil(last).updatedUntil(last).build();
    assertThat(project().listing().records(list).items()).hasSize(1);
    Expected.refusal(ValidationException.class, () -> project().retrieval().byId(id, ALL, last))
        .hasMessage("as_of must not be in the future");
  }

  @Test
  default void only_events_and_tool_outputs_are_of_an_episode() {
    ObservationRequest fact =
        ObservationRequest.builder()
            .source("ann")
            .subject("user")
            .predicate("likes")
            .object("tea")
            .episode("run")
            .build();
    assertFault("episode", () -> project().ingestion().observe(fact));
    WorkingStateRequest state =
        WorkingStateRequest.builder()
            .source("ann")
            .threadId("t")
            .state(TaskState.EXECUTING)
            .episode("run")
            .build();
    assertFault("episode", () -> project().ingestion().workingState(state));
    assertThat(membrane().metrics().totalRecords()).isZero();
  }

  @Test
  default void what_is_for_everybody_says_so() {
    String event = membrane().ingestion().event(event("1").unscoped().build()).id();
    RecordRequest full =
        RecordRequest.builder().record(draft("tea")).source("ann").unscoped().build();
    String fact = membrane().ingestion().record(full).id();
    assertThat(record(event).scope()).isNull();
    assertThat(record(fact).scope()).isNull();
    assertFault("scope", () -> project().ingestion().event(event("2").unscoped().build()));
    assertFault("scope", () -> event("2").scope("").build());
  }

  @Test
  default void a_repeat_with_an_idempotency_key_is_not_counted_twice() {
    EventRequest request = event("1").idempotencyKey("once").build();
    String id = project().ingestion().event(request).id();
    assertThat(project().ingestion().event(request).id()).isEqualTo(id);
    assertThat(membrane().metrics().totalRecords()).isEqualTo(1);
  }

  @Test
  default void a_snapshot_replaces_the_one_before() {
    WorkingStateRequest.Builder state =
        WorkingStateRequest.builder().source("ann").threadId("t").state(TaskState.EXECUTING);
    String first = project().ingestion().workingState(state.build()).id();
    IngestAnswer second =
        project().ingestion().workingState(state.nextActions(List.of("go")).build());
    assertThat(second.result()).isEqualTo(IngestResult.REPLACED);
    assertThat(revision(first).supersededBy()).isEqualTo(second.id());
  }

  @Test
  default void data_is_kept_exactly_and_nothing_is_found_by_it() {
    JsonValue data =
        new RecordCodec()
            .parse(
                "data", "{\"n\":1.100,\"big\":1234567890123456789012345.5,\"list\":[null,\"\"]}");
    project().ingestion().event(event("1").episode("run").data(data).build());
    project()
        .ingestion()
        .toolOutput(
            ToolOutputRequest.builder()
                .source("ann")
                .toolName("build")
                .result(JsonValue.of("ok"))
                .data(JsonValue.of("unmistakable"))
                .episode("run")
                .build());
    List<EpisodeEvent> events = events(RetrieveEpisodeRequest.of("run"));
    assertThat(events.get(0).event().data()).isEqualTo(data);
    assertThat(new RecordCodec().write(requireNonNull(events.get(0).event().data())))
        .isEqualTo(new RecordCodec().write(data))
        .contains("1.100");
    assertThat(events.get(0).tool()).isNull();
    assertThat(events.get(1).event().data()).isEqualTo(JsonValue.of("unmistakable"));
    assertThat(requireNonNull(events.get(1).tool()).result()).isEqualTo(JsonValue.of("ok"));
    RetrieveRequest question =
        RetrieveRequest.builder()
            .trust(ALL)
            .taskDescriptor("unmistakable")
            .matchingOnly(true)
            .build();
    assertThat(project().retrieval().retrieve(question).results()).isEmpty();
  }

  @Test
  default void what_is_said_of_a_tool_call_is_shown_beside_it() {
    IngestAnswer call =
        project()
            .ingestion()
            .toolOutput(
                ToolOutputRequest.builder()
                    .source("ann")
                    .toolName("build")
                    .result(JsonValue.of("ok"))
                    .episode("run")
                    .build());
    String node = ((EpisodicPayload) record(call.id()).payload()).toolGraph().get(0).id();
    project().ingestion().event(event(node).summary("too slow").episode("run").build());
    List<EpisodeEvent> events = events(RetrieveEpisodeRequest.of("run"));
    assertThat(events).extracting(it -> it.event().ref()).containsExactly(node, node);
    assertThat(requireNonNull(events.get(0).tool()).tool()).isEqualTo("build");
    assertThat(events.get(1).tool()).isNull();
    RetrieveRequest question = RetrieveRequest.builder().trust(ALL).view(AnswerView.TEXT).build();
    assertThat(project().retrieval().retrieve(question).text()).contains("ann: too slow");
  }
}
