package dev.membrane.tck;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;
import static org.assertj.core.api.Assertions.within;

import dev.membrane.AccessDeniedException;
import dev.membrane.Caller;
import dev.membrane.ClosedException;
import dev.membrane.EmbeddingResult;
import dev.membrane.EpisodePage;
import dev.membrane.EpisodePage.Episode;
import dev.membrane.EraseReport;
import dev.membrane.EraseRequest;
import dev.membrane.EventRequest;
import dev.membrane.FailedPreconditionException;
import dev.membrane.IngestAnswer;
import dev.membrane.IngestBatchRequest;
import dev.membrane.IngestItemAnswer;
import dev.membrane.IngestOptions;
import dev.membrane.IngestResult;
import dev.membrane.IngestStream;
import dev.membrane.JobsReport;
import dev.membrane.ListRecordsRequest;
import dev.membrane.ListSkillsRequest;
import dev.membrane.Membrane;
import dev.membrane.NotFoundException;
import dev.membrane.ObservationRequest;
import dev.membrane.OutcomeRequest;
import dev.membrane.PageRequest;
import dev.membrane.Permission;
import dev.membrane.RecordPage;
import dev.membrane.RecordRequest;
import dev.membrane.RelationPage.Edge;
import dev.membrane.RetrieveAnswer;
import dev.membrane.RetrieveEpisodeAnswer;
import dev.membrane.RetrieveEpisodeAnswer.EpisodeEvent;
import dev.membrane.RetrieveEpisodeRequest;
import dev.membrane.RetrieveRequest;
import dev.membrane.SkillPage;
import dev.membrane.SkillPage.Skill;
import dev.membrane.ToolOutputRequest;
import dev.membrane.TrustContext;
import dev.membrane.WorkingStateRequest;
import dev.membrane.schema.AuditAction;
import dev.membrane.schema.AuditEntry;
import dev.membrane.schema.CompetencePayload;
import dev.membrane.schema.DeletionPolicy;
import dev.membrane.schema.EvidenceType;
import dev.membrane.schema.JsonValue;
import dev.membrane.schema.MembraneException;
import dev.membrane.schema.MemoryRecord;
import dev.membrane.schema.MemoryType;
import dev.membrane.schema.OutcomeStatus;
import dev.membrane.schema.PerformanceStats;
import dev.membrane.schema.Provenance;
import dev.membrane.schema.ProvenanceKind;
import dev.membrane.schema.ProvenanceRef;
import dev.membrane.schema.ProvenanceSource;
import dev.membrane.schema.RecipeStep;
import dev.membrane.schema.RecordDraft;
import dev.membrane.schema.RecordView;
import dev.membrane.schema.RedactedRecord;
import dev.membrane.schema.RevisionState;
import dev.membrane.schema.RevisionStatus;
import dev.membrane.schema.SemanticPayload;
import dev.membrane.schema.Sensitivity;
import dev.membrane.schema.TaskState;
import dev.membrane.schema.Trigger;
import dev.membrane.schema.ValidationException;
import dev.membrane.schema.Validity;
import dev.membrane.schema.json.RecordCodec;
import dev.membrane.spi.AuditLink;
import dev.membrane.spi.ScopeCount;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * The contract of {@link Membrane}, for the engine itself and for its clients. A subclass says how
 * one is opened; each test has one of its own.
 */
public abstract class MembraneTck {

  private static final TrustContext ALL = TrustContext.upTo(Sensitivity.HYPER);
  private static final String SCOPE = "project";
  private static final ProvenanceSource SOURCE =
      new ProvenanceSource(ProvenanceKind.OBSERVATION, "msg-1", null, "ann", null);
  private static final List<ProvenanceRef> EVIDENCE =
      List.of(new ProvenanceRef(EvidenceType.OBSERVATION, "msg-1", Instant.EPOCH));

  private Membrane membrane;
  private Membrane project;

  /** A new, empty memory without background jobs, for a caller with every right. */
  protected abstract Membrane openMembrane();

  @BeforeEach
  void open() {
    membrane = openMembrane();
    project = membrane.as(Caller.named("ann").in(SCOPE));
  }

  @AfterEach
  void close() {
    membrane.close();
  }

  @Test
  void a_dry_run_tells_what_an_erasure_erases_and_the_proof_is_in_the_audit_log() {
    String tea = fact("tea");
    String rain = project.ingestion().observe("ann", "rain", "falls", "often").id();
    EraseRequest request = EraseRequest.ofSubject("user").because("they asked");
    EraseReport planned = project.revision().erase(request.asDryRun());
    assertThat(planned.dryRun()).isTrue();
    assertThat(planned.records()).isEqualTo(Map.of(MemoryType.SEMANTIC, 1L));
    assertThat(planned.ids()).containsExactly(tea);
    assertThat(planned.proofId()).isEmpty();
    assertThat(record(tea).id()).isEqualTo(tea);
    EraseReport done = project.revision().erase(request);
    assertThat(done.dryRun()).isFalse();
    assertThat(done.ids()).containsExactly(tea);
    assertThat(done.learned()).isEmpty();
    assertThat(done.others()).isEmpty();
    assertThatThrownBy(() -> record(tea)).isInstanceOf(NotFoundException.class);
    assertThat(record(rain).id()).isEqualTo(rain);
    assertThat(project.audit().of(tea))
        .last()
        .satisfies(link -> assertThat(link.entry().rationale()).contains(done.proofId()));
    assertThat(project.audit().of(done.proofId()))
        .singleElement()
        .satisfies(
            link -> assertThat(link.entry().rationale()).contains(done.digest(), "they asked"));
  }

  @Test
  void an_erasure_names_exactly_one_of_records_a_scope_and_a_subject() {
    EraseRequest none = EraseRequest.ofRecords(List.of());
    EraseRequest two = new EraseRequest(List.of(), SCOPE, "user", "", true, false);
    for (EraseRequest request : List.of(none, two)) {
      assertThatThrownBy(() -> project.revision().erase(request))
          .isInstanceOf(ValidationException.class)
          .hasMessage("exactly one of ids, scope and subject must be set");
    }
    assertThatThrownBy(
            () ->
                project
                    .revision()
                    .erase(EraseRequest.ofRecords(List.of("01900000-0000-7000-8000-000000000000"))))
        .isInstanceOf(NotFoundException.class);
    Membrane plain =
        membrane.as(Caller.named("eve").in(SCOPE).permitted(Set.of(Permission.REVISE)));
    assertThatThrownBy(() -> plain.revision().erase(EraseRequest.ofScope(SCOPE)))
        .isInstanceOf(AccessDeniedException.class);
  }

  private String fact(String object) {
    return project.ingestion().observe("ann", "user", "prefers", object).id();
  }

  private MemoryRecord record(String id) {
    return membrane.retrieval().byId(id).full().orElseThrow();
  }

  private RevisionState revision(String id) {
    return Objects.requireNonNull(record(id).revision());
  }

  private List<AuditEntry> log(String id) {
    return membrane.audit().of(id).stream().map(AuditLink::entry).toList();
  }

  private static RecordDraft draft(String object) {
    SemanticPayload fact =
        new SemanticPayload(
            "user", "prefers", JsonValue.of(object), Validity.global(), EVIDENCE, null, null);
    return RecordDraft.builder()
        .type(MemoryType.SEMANTIC)
        .sensitivity(Sensitivity.LOW)
        .provenance(new Provenance(List.of(SOURCE), "ann"))
        .payload(fact)
        .build();
  }

  private static EventRequest.Builder event(String ref) {
    return EventRequest.builder().source("ann").eventKind("user_input").ref(ref).summary("hello");
  }

  @Test
  void the_short_form_stores_a_text_in_the_only_scope_of_the_caller() {
    IngestAnswer answer = project.ingestion().observe("ann", "user", "prefers", "Go");
    assertThat(answer.result()).isEqualTo(IngestResult.CREATED);
    assertThat(record(answer.id()).scope()).isEqualTo(SCOPE);
    assertThat(((SemanticPayload) record(answer.id()).payload()).object())
        .isEqualTo(JsonValue.of("Go"));
  }

  @Test
  void a_fact_that_is_known_is_reinforced_and_another_object_is_a_conflict() {
    String go = fact("Go");
    IngestAnswer again = project.ingestion().observe("ann", "user", "prefers", "Go");
    assertThat(again.id()).isEqualTo(go);
    assertThat(again.result()).isEqualTo(IngestResult.REINFORCED);
    assertThat(project.ingestion().observe("ann", "user", "prefers", "Rust").conflicts())
        .containsExactly(go);
  }

  @Test
  void a_forgotten_scope_is_refused() {
    ObservationRequest.Builder fact =
        ObservationRequest.builder().source("ann").subject("user").predicate("likes").object("tea");
    assertFault("scope", () -> membrane.ingestion().observe(fact.build()));
    assertFault("scope", () -> membrane.ingestion().event(event("1").build()));
    assertFault(
        "scope",
        () ->
            membrane
                .ingestion()
                .record(RecordRequest.builder().record(draft("tea")).source("ann").build()));
    assertThat(membrane.metrics().snapshot().totalRecords()).isZero();
  }

  @Test
  void what_is_for_everybody_says_so() {
    String event = membrane.ingestion().event(event("1").unscoped().build()).id();
    RecordRequest full =
        RecordRequest.builder().record(draft("tea")).source("ann").unscoped().build();
    String fact = membrane.ingestion().record(full).id();
    assertThat(record(event).scope()).isNull();
    assertThat(record(fact).scope()).isNull();
    assertFault("scope", () -> project.ingestion().event(event("2").unscoped().build()));
  }

  @Test
  void an_episode_grows_and_ends() {
    IngestOptions run = IngestOptions.NONE.episode("run");
    String id = project.ingestion().event(event("1").options(run).build()).id();
    ToolOutputRequest call =
        ToolOutputRequest.builder()
            .source("ann")
            .toolName("build")
            .result(JsonValue.of("ok"))
            .options(run)
            .build();
    assertThat(project.ingestion().toolOutput(call).id()).isEqualTo(id);
    OutcomeRequest end =
        OutcomeRequest.builder()
            .source("ann")
            .targetRecordId(id)
            .status(OutcomeStatus.SUCCESS)
            .build();
    assertThat(project.ingestion().outcome(end).result()).isEqualTo(IngestResult.APPENDED);
    assertThat(project.ingestion().event(event("2").options(run).build()).id()).isNotEqualTo(id);
  }

  @Test
  void a_repeat_with_an_idempotency_key_is_not_counted_twice() {
    EventRequest request = event("1").idempotencyKey("once").build();
    String id = project.ingestion().event(request).id();
    assertThat(project.ingestion().event(request).id()).isEqualTo(id);
    assertThat(membrane.metrics().snapshot().totalRecords()).isEqualTo(1);
  }

  @Test
  void a_snapshot_replaces_the_one_before() {
    WorkingStateRequest.Builder state =
        WorkingStateRequest.builder().source("ann").threadId("t").state(TaskState.EXECUTING);
    String first = project.ingestion().workingState(state.build()).id();
    IngestAnswer second =
        project.ingestion().workingState(state.nextActions(List.of("go")).build());
    assertThat(second.result()).isEqualTo(IngestResult.REPLACED);
    assertThat(revision(first).supersededBy()).isEqualTo(second.id());
  }

  @Test
  void records_come_back_in_full_and_what_is_a_level_above_redacted() {
    String go = fact("Go");
    ObservationRequest guarded =
        ObservationRequest.builder()
            .source("ann")
            .subject("user")
            .predicate("works_at")
            .object("the brewery")
            .sensitivity(Sensitivity.MEDIUM)
            .build();
    String secret = project.ingestion().observe(guarded).id();
    RetrieveAnswer answer =
        project
            .retrieval()
            .retrieve(
                RetrieveRequest.builder().trust(TrustContext.upTo(Sensitivity.LOW, SCOPE)).build());
    assertThat(answer.records()).extracting(MemoryRecord::id).containsExactly(go);
    assertThat(answer.redacted()).extracting(RedactedRecord::id).containsExactly(secret);
    assertThat(answer.results()).extracting(RecordView::id).containsExactlyInAnyOrder(go, secret);
    assertThat(project.retrieval().byId(secret, TrustContext.upTo(Sensitivity.LOW)).full())
        .isEmpty();
  }

  @Test
  void the_short_question_looks_in_all_that_the_caller_sees() {
    String go = fact("Go");
    Membrane other = membrane.as(Caller.named("bob").in("elsewhere"));
    assertThat(project.retrieval().retrieve("what does the user prefer?").records())
        .extracting(MemoryRecord::id)
        .containsExactly(go);
    assertThat(other.retrieval().retrieve("what does the user prefer?").results()).isEmpty();
    assertThatThrownBy(() -> other.retrieval().byId(go)).isInstanceOf(NotFoundException.class);
  }

  @Test
  void records_are_listed_a_page_at_a_time_and_each_once_while_more_come() {
    List<String> ids = List.of(fact("Go"), fact("C"), fact("Rust"));
    membrane.ingestion().event(event("1").unscoped().build());
    ListRecordsRequest.Builder ask =
        ListRecordsRequest.builder().memoryTypes(Set.of(MemoryType.SEMANTIC)).pageSize(2);
    RecordPage first = project.listing().records(ask.build());
    String later = fact("Java");
    RecordPage second = project.listing().records(ask.cursor(first.nextCursor()).build());
    assertThat(first.records()).extracting(RecordView::id).isEqualTo(ids.subList(0, 2));
    assertThat(second.records()).extracting(RecordView::id).containsExactly(ids.get(2), later);
    assertThat(second.nextCursor()).isEmpty();
    assertFault("cursor", () -> project.listing().records(ask.tags(List.of("tag")).build()));
    assertThat(
            membrane
                .as(Caller.named("bob").in("other"))
                .listing()
                .records(
                    ListRecordsRequest.builder().memoryTypes(Set.of(MemoryType.SEMANTIC)).build()))
        .isEqualTo(new RecordPage(List.of(), ""));
  }

  @Test
  void relations_are_listed_from_both_sides_and_scopes_with_their_records() {
    String old = fact("Go");
    String id = project.revision().supersede(old, draft("Rust"), "changed").id();
    String fork = project.revision().fork(id, draft("C"), "elsewhere").id();
    assertThat(project.listing().relations(fork, PageRequest.FIRST).relations())
        .extracting(Edge::sourceId, edge -> edge.relation().targetId())
        .contains(tuple(fork, id));
    assertThat(project.listing().relations(id, PageRequest.FIRST).relations())
        .extracting(Edge::sourceId, edge -> edge.relation().targetId())
        .contains(tuple(fork, id));
    Membrane other = membrane.as(Caller.named("bob").in("other"));
    assertThatThrownBy(() -> other.listing().relations(id, PageRequest.FIRST))
        .isInstanceOf(NotFoundException.class);
    assertThat(project.listing().scopes(PageRequest.FIRST).scopes())
        .containsExactly(new ScopeCount(SCOPE, 3));
    assertThat(other.listing().scopes(PageRequest.FIRST).scopes()).isEmpty();
  }

  @Test
  void episodes_are_listed_with_what_they_consist_of() {
    IngestOptions run = IngestOptions.NONE.episode("run");
    String id = project.ingestion().event(event("1").options(run).build()).id();
    project.ingestion().event(event("2").options(run).build());
    project
        .ingestion()
        .outcome(
            OutcomeRequest.builder()
                .source("ann")
                .targetRecordId(id)
                .status(OutcomeStatus.SUCCESS)
                .build());
    String next = project.ingestion().event(event("3").options(run).build()).id();
    project.ingestion().event(event("4").build());
    assertThat(project.listing().episodes(null, PageRequest.FIRST).episodes())
        .extracting(Episode::key, Episode::recordIds, Episode::events, Episode::outcome)
        .containsExactly(
            tuple("run", List.of(id), 2, OutcomeStatus.SUCCESS),
            tuple("run", List.of(next), 1, null));
    EpisodePage first = project.listing().episodes("run", PageRequest.FIRST.ofSize(1));
    assertThat(first.episodes()).hasSize(1);
    assertThat(
            project
                .listing()
                .episodes("run", PageRequest.FIRST.after(first.nextCursor()))
                .episodes())
        .extracting(Episode::recordIds)
        .containsExactly(List.of(next));
    assertThat(project.listing().episodes("other", PageRequest.FIRST).episodes()).isEmpty();
    Membrane other = membrane.as(Caller.named("bob").in("other"));
    assertThat(other.listing().episodes(null, PageRequest.FIRST).episodes()).isEmpty();
  }

  /** Large enough that two share a record and three do not. */
  private static EventRequest.Builder message(String ref, Instant when) {
    JsonValue data = JsonValue.of(Map.of("text", "x".repeat(40_000), "ref", ref));
    return event(ref).episode("chat").timestamp(when).data(data);
  }

  private List<EpisodeEvent> events(RetrieveEpisodeRequest request) {
    List<EpisodeEvent> events = new ArrayList<>();
    String cursor = "";
    do {
      PageRequest page = PageRequest.FIRST.ofSize(3).after(cursor);
      RetrieveEpisodeAnswer answer = project.retrieval().episode(request.on(page));
      assertThat(answer.events()).hasSizeBetween(1, 3);
      events.addAll(answer.events());
      cursor = answer.nextCursor();
    } while (!cursor.isEmpty());
    return events;
  }

  private static List<String> refs(List<EpisodeEvent> events) {
    return events.stream().map(each -> each.event().ref()).toList();
  }

  @Test
  void the_events_of_an_episode_come_in_order_over_all_its_records() {
    Instant start = Instant.parse("2026-01-15T10:00:00Z");
    List<Integer> minutes = List.of(3, 1, 4, 1, 5, 9, 2, 6, 5, 3, 5, 8);
    Map<Integer, List<String>> byMinute = new TreeMap<>();
    for (int i = 0; i < minutes.size(); i++) {
      int minute = minutes.get(i);
      String ref = "m" + i;
      project.ingestion().event(message(ref, start.plusSeconds(60L * minute)).build());
      byMinute.computeIfAbsent(minute, any -> new ArrayList<>()).add(ref);
    }
    project.ingestion().event(event("other").episode("another chat").build());
    List<String> expected = byMinute.values().stream().flatMap(List::stream).toList();

    RetrieveEpisodeRequest forward = RetrieveEpisodeRequest.of("chat");
    assertThat(refs(events(forward))).isEqualTo(expected);
    assertThat(refs(events(forward.in(SCOPE).fromTheEnd()))).isEqualTo(reversed(expected));
    RetrieveEpisodeAnswer whole = project.retrieval().episode(forward);
    assertThat(whole.nextCursor()).isEmpty();
    assertThat(whole.outcome()).isNull();
    assertThat(whole.recordIds()).hasSizeGreaterThan(3).doesNotHaveDuplicates();
    assertThat(whole.events()).extracting(EpisodeEvent::recordId).isSubsetOf(whole.recordIds());

    Membrane other = membrane.as(Caller.named("bob").in("other"));
    assertThatThrownBy(() -> other.retrieval().episode(forward.in(SCOPE)))
        .isInstanceOf(NotFoundException.class)
        .hasMessage("episode not found");
    assertFault("episode", () -> project.retrieval().episode(RetrieveEpisodeRequest.of("")));
    assertFault(
        "cursor",
        () -> project.retrieval().episode(forward.on(PageRequest.FIRST.after("no cursor"))));
  }

  private static List<String> reversed(List<String> texts) {
    List<String> reversed = new ArrayList<>(texts);
    Collections.reverse(reversed);
    return reversed;
  }

  @Test
  void data_is_kept_exactly_and_nothing_is_found_by_it() {
    JsonValue data =
        new RecordCodec()
            .parse(
                "data", "{\"n\":1.100,\"big\":1234567890123456789012345.5,\"list\":[null,\"\"]}");
    project.ingestion().event(event("1").episode("run").data(data).build());
    project
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
    assertThat(project.retrieval().retrieve(question).results()).isEmpty();
  }

  @Test
  void a_deletion_policy_holds_for_the_whole_episode() {
    Instant start = Instant.parse("2026-01-15T10:00:00Z");
    for (int i = 0; i < 5; i++) {
      project.ingestion().event(message("m" + i, start.plusSeconds(i)).build());
    }
    EventRequest keeping =
        message("m5", start.plusSeconds(5)).deletionPolicy(DeletionPolicy.MANUAL_ONLY).build();
    project.ingestion().event(keeping);
    for (int i = 6; i < 9; i++) {
      project.ingestion().event(message("m" + i, start.plusSeconds(i)).build());
    }
    List<String> ids = project.retrieval().episode(RetrieveEpisodeRequest.of("chat")).recordIds();
    assertThat(ids)
        .hasSizeGreaterThan(3)
        .allSatisfy(
            id ->
                assertThat(record(id).lifecycle().deletionPolicy())
                    .isEqualTo(DeletionPolicy.MANUAL_ONLY));
    assertFault(
        "deletion_policy",
        () ->
            project
                .ingestion()
                .event(message("m9", start).deletionPolicy(DeletionPolicy.NEVER).build()));
    Membrane writer =
        membrane.as(Caller.named("bob").in(SCOPE).permitted(Set.of(Permission.INGEST)));
    assertDenied(
        () ->
            writer
                .ingestion()
                .event(message("m9", start).deletionPolicy(DeletionPolicy.AUTO_PRUNE).build()));
    writer.ingestion().event(message("m9", start.plusSeconds(9)).build());
  }

  @Test
  void an_episode_is_deleted_by_its_key_with_all_its_records() {
    Instant start = Instant.parse("2026-01-15T10:00:00Z");
    for (int i = 0; i < 30; i++) {
      project.ingestion().event(message("m" + i, start.plusSeconds(i)).build());
    }
    String other = project.ingestion().event(event("other").episode("another chat").build()).id();
    String unscoped =
        membrane.ingestion().event(event("other").episode("chat").unscoped().build()).id();
    RetrieveEpisodeRequest chat = RetrieveEpisodeRequest.of("chat");
    List<String> ids = project.retrieval().episode(chat).recordIds();
    assertThat(ids).hasSizeGreaterThan(10).doesNotContain(unscoped);
    assertThat(membrane.retrieval().episode(chat).recordIds()).containsExactly(unscoped);
    TrustContext elsewhere = TrustContext.upTo(Sensitivity.HYPER, "elsewhere");
    assertThatThrownBy(
            () -> membrane.revision().under(elsewhere).deleteEpisode("chat", SCOPE, "no"))
        .isInstanceOf(NotFoundException.class);
    assertDenied(
        () ->
            membrane
                .as(Caller.named("bob").in(SCOPE).permitted(Set.of(Permission.RETRIEVE)))
                .revision()
                .deleteEpisode("chat", null, "no"));

    assertThat(project.revision().deleteEpisode("chat", null, "they asked")).isEqualTo(ids);
    assertThatThrownBy(() -> project.retrieval().episode(chat))
        .isInstanceOf(NotFoundException.class);
    assertThat(log(ids.get(0)))
        .last()
        .extracting(AuditEntry::action, AuditEntry::rationale)
        .containsExactly(AuditAction.DELETE, "they asked");
    assertThat(membrane.metrics().snapshot().totalRecords()).isEqualTo(2);
    assertThat(record(other).id()).isEqualTo(other);
    assertThat(record(unscoped).id()).isEqualTo(unscoped);
    assertThatThrownBy(() -> project.revision().deleteEpisode("chat", null, "again"))
        .isInstanceOf(NotFoundException.class);
  }

  @Test
  void procedures_are_listed_as_skills() {
    String id = project.ingestion().record(procedure("make tea")).id();
    project.ingestion().record(procedure("make coffee"));
    project.ingestion().event(event("1").build());
    SkillPage first =
        project.listing().skills(ListSkillsRequest.FIRST.on(PageRequest.FIRST.ofSize(1)));
    Skill skill = first.skills().get(0);
    assertThat(skill.recordId()).isEqualTo(id);
    assertThat(skill.name()).startsWith("make-tea-");
    assertThat(skill.type()).isEqualTo(MemoryType.COMPETENCE);
    assertThat(skill.scope()).isEqualTo(SCOPE);
    assertThat(skill.description()).contains("somebody is thirsty");
    assertThat(skill.trials()).isEqualTo(21);
    assertThat(skill.successes()).isEqualTo(18);
    assertThat(skill.lastUsedAt()).isEqualTo(Instant.parse("2026-03-01T12:00:00Z"));
    assertThat(skill.lastSuccessAt()).isNull();
    assertThat(skill.stoppedWorking()).isFalse();
    assertThat(skill.text())
        .startsWith("---\nname: " + skill.name() + "\n")
        .contains("\nWorked 18 of 21 times, last on 2026-03-01.", "\n1. boil; tool: `kettle`\n");
    PageRequest rest = PageRequest.FIRST.after(first.nextCursor());
    assertThat(project.listing().skills(ListSkillsRequest.FIRST.on(rest)).skills())
        .extracting(Skill::name)
        .singleElement(InstanceOfAssertFactories.STRING)
        .startsWith("make-coffee-");
    ListSkillsRequest named = ListSkillsRequest.FIRST.named(skill.name()).withStopped();
    assertThat(project.listing().skills(named)).isEqualTo(new SkillPage(List.of(skill), ""));
    ListSkillsRequest made = ListSkillsRequest.FIRST.ofRecord(id);
    assertThat(project.listing().skills(made)).isEqualTo(new SkillPage(List.of(skill), ""));
    Membrane other = membrane.as(Caller.named("bob").in("other"));
    assertThat(other.listing().skills(ListSkillsRequest.FIRST).skills()).isEmpty();
    assertThat(other.listing().skills(named).skills()).isEmpty();
    assertThat(other.listing().skills(made).skills()).isEmpty();
    assertThatThrownBy(() -> project.listing().skills(ListSkillsRequest.FIRST.named("Tea")))
        .isInstanceOf(ValidationException.class)
        .hasMessageStartingWith("name must be");
  }

  private static RecordRequest procedure(String name) {
    CompetencePayload procedure =
        new CompetencePayload(
            name,
            List.of(new Trigger("somebody is thirsty", null)),
            List.of(new RecipeStep("boil", "kettle", null, null)),
            List.of(),
            List.of(),
            List.of(),
            new PerformanceStats(18, 3, 0.857, null, Instant.parse("2026-03-01T12:00:00Z")),
            null,
            null);
    RecordDraft draft =
        RecordDraft.builder()
            .type(MemoryType.COMPETENCE)
            .sensitivity(Sensitivity.LOW)
            .provenance(new Provenance(List.of(SOURCE), "ann"))
            .payload(procedure)
            .build();
    return RecordRequest.builder().record(draft).source("ann").build();
  }

  @Test
  void what_waits_for_the_background_is_listed() {
    IngestOptions run = IngestOptions.NONE.episode("run");
    project.ingestion().event(event("1").options(run).build());
    assertThat(membrane.listing().jobs().queues())
        .isNotEmpty()
        .allSatisfy(
            queue -> {
              assertThat(queue.length()).isEqualTo(1);
              assertThat(queue.failures()).isZero();
              assertThat(queue.setAside()).isFalse();
            });
  }

  @Test
  void a_question_without_trust_is_refused() {
    RetrieveRequest request = RetrieveRequest.builder().taskDescriptor("what?").build();
    assertThatThrownBy(() -> project.retrieval().retrieve(request))
        .isInstanceOf(ValidationException.class)
        .hasMessage("trust context is required");
  }

  @Test
  void knowledge_is_revised_with_a_reason_and_who_calls_is_named() {
    String go = fact("Go");
    String rust = project.revision().supersede(go, draft("Rust"), "changed their mind").id();
    assertThat(revision(go).status()).isEqualTo(RevisionStatus.RETRACTED);
    assertThat(log(go))
        .last()
        .satisfies(
            entry -> {
              assertThat(entry.action()).isEqualTo(AuditAction.REVISE);
              assertThat(entry.actor()).isEqualTo("ann");
              assertThat(entry.rationale()).contains("changed their mind");
            });
    String fork = project.revision().fork(rust, draft("C"), "in the kernel").id();
    project.revision().contest(rust, "a hearsay", "not sure");
    String merged = project.revision().merge(List.of(rust, fork), draft("Zig"), "settled").id();
    project.revision().retract(merged, "never mind");
    assertThatThrownBy(() -> project.revision().retract(merged, ""))
        .isInstanceOf(FailedPreconditionException.class);
    project.revision().delete(merged, "they asked");
    assertThatThrownBy(() -> membrane.retrieval().byId(merged))
        .isInstanceOf(NotFoundException.class);
    assertThat(log(merged)).last().extracting(AuditEntry::action).isEqualTo(AuditAction.DELETE);
  }

  @Test
  void a_change_under_a_trust_reaches_what_is_seen_under_it() {
    String go = fact("Go");
    TrustContext elsewhere = TrustContext.upTo(Sensitivity.HYPER, "elsewhere");
    assertThatThrownBy(() -> membrane.revision().under(elsewhere).retract(go, ""))
        .isInstanceOf(NotFoundException.class);
    assertThatThrownBy(() -> membrane.decay().under(elsewhere).reinforce(go, ""))
        .isInstanceOf(NotFoundException.class);
    assertThatThrownBy(() -> membrane.audit().of(go, elsewhere))
        .isInstanceOf(NotFoundException.class);
    membrane.revision().under(ALL).retract(go, "");
  }

  @Test
  void salience_is_lowered_and_raised() {
    String go = fact("Go");
    double before = record(go).salience();
    project.decay().penalize(go, 0.5, "of no use");
    assertThat(record(go).salience()).isCloseTo(before - 0.5, within(1e-3));
    project.decay().reinforce(go, "of use after all");
    assertThat(record(go).salience()).isGreaterThan(before - 0.45);
  }

  @Test
  void runs_teach() {
    for (String run : List.of("monday", "tuesday")) {
      IngestOptions options = IngestOptions.NONE.episode(run);
      String id = project.ingestion().event(event(run).options(options).build()).id();
      for (String tool : List.of("compile", "test")) {
        project
            .ingestion()
            .toolOutput(
                ToolOutputRequest.builder().source("ann").toolName(tool).options(options).build());
      }
      project
          .ingestion()
          .outcome(
              OutcomeRequest.builder()
                  .source("ann")
                  .targetRecordId(id)
                  .status(OutcomeStatus.SUCCESS)
                  .build());
    }
    assertThat(membrane.consolidation().run().total().created()).isPositive();
    assertThat(membrane.consolidation().run().total().created()).isZero();
    RetrieveRequest skills =
        RetrieveRequest.builder().trust(ALL).memoryTypes(Set.of(MemoryType.COMPETENCE)).build();
    assertThat(project.retrieval().retrieve(skills).records()).isNotEmpty();
  }

  @Test
  void the_work_of_the_background_is_done_when_it_is_asked_for() {
    fact("Go");
    assertThat(membrane.maintenance().prune()).isZero();
    assertThat(membrane.maintenance().expireIdempotencyKeys()).isZero();
    assertThat(membrane.maintenance().embed()).isEqualTo(EmbeddingResult.NOTHING);
    assertThat(membrane.metrics().snapshot().totalRecords()).isEqualTo(1);
    membrane.consolidation().run();
    assertThat(membrane.listing().jobs().runs())
        .allSatisfy(run -> assertThat(run.result()).isEqualTo("ok"))
        .extracting(JobsReport.Run::name)
        .contains("prune", "idempotency expiry", "semantic");
    membrane.check();
  }

  @Test
  void a_caller_does_no_more_than_they_may() {
    String go = fact("Go");
    Caller reader = Caller.named("bob").in(SCOPE).permitted(Set.of(Permission.RETRIEVE));
    Membrane reading = membrane.as(reader);
    assertThat(reading.retrieval().byId(go).id()).isEqualTo(go);
    assertDenied(() -> reading.ingestion().observe("bob", "user", "prefers", "C"));
    assertDenied(() -> reading.revision().retract(go, ""));
    assertDenied(() -> reading.decay().reinforce(go, ""));
    assertDenied(() -> reading.consolidation().run());
    assertDenied(() -> reading.metrics().snapshot());
    assertDenied(() -> reading.listing().jobs());
    assertDenied(() -> reading.maintenance().prune());
    Membrane writing = membrane.as(reader.permitted(Set.of(Permission.INGEST)));
    assertDenied(() -> writing.retrieval().byId(go));
    assertDenied(() -> writing.audit().of(go));
    assertDenied(() -> writing.listing().records(ListRecordsRequest.builder().build()));
  }

  @Test
  @SuppressWarnings("NullAway") // What a caller without null checks may do.
  void null_is_refused_with_the_name_of_what_is_missing() {
    assertNull("caller", () -> membrane.as(null));
    assertNull("request", () -> project.ingestion().event(null));
    assertNull("request", () -> project.ingestion().outcome(null));
    assertNull("request", () -> project.ingestion().record(null));
    assertNull("request", () -> project.retrieval().retrieve((RetrieveRequest) null));
    assertNull("id", () -> project.retrieval().byId(null));
    assertNull("trust", () -> project.retrieval().byId("id", null));
    assertNull("request", () -> project.retrieval().episode(null));
    assertNull("episode", () -> project.revision().deleteEpisode(null, null, ""));
    assertNull("rationale", () -> project.revision().retract("id", null));
    assertNull("successor", () -> project.revision().supersede("id", null, ""));
    assertNull("ids", () -> project.revision().merge(null, draft("Go"), ""));
    assertNull("id", () -> project.decay().reinforce(null, ""));
    assertNull("id", () -> project.audit().of(null));
    assertNull("request", () -> project.listing().records(null));
    assertNull("request", () -> project.listing().skills(null));
    assertNull("source", () -> EventRequest.builder().source(null));
    assertNull("scope", () -> IngestOptions.NONE.scope(null));
  }

  @Test
  void after_the_end_every_call_says_so() {
    membrane.close();
    List<ThrowingCallable> calls =
        List.of(
            () -> fact("Go"),
            () -> project.retrieval().retrieve("what?"),
            () -> project.retrieval().byId("id"),
            () -> project.revision().retract("id", ""),
            () -> project.revision().delete("id", ""),
            () -> project.revision().deleteEpisode("chat", null, ""),
            () -> project.retrieval().episode(RetrieveEpisodeRequest.of("chat")),
            () -> project.decay().reinforce("id", ""),
            () -> membrane.consolidation().run(),
            () -> membrane.maintenance().prune(),
            () -> membrane.audit().of("id"),
            () -> membrane.metrics().snapshot(),
            () -> membrane.check());
    for (ThrowingCallable call : calls) {
      assertThatThrownBy(call)
          .as("expected ClosedException")
          .isInstanceOf(ClosedException.class)
          .isInstanceOf(MembraneException.class);
    }
  }

  @Test
  void a_batch_takes_each_item_in_after_the_ones_before_it() {
    ObservationRequest faulty = likes("", "x");
    List<IngestItemAnswer> answers =
        project
            .ingestion()
            .batch(
                IngestBatchRequest.of(
                    List.of(
                        turn("chat", "hello"),
                        turn("chat", "bye"),
                        likes("user", "Go"),
                        faulty,
                        likes("user", "Go"),
                        RecordRequest.builder()
                            .record(draft("Rust").toBuilder().scope(SCOPE).build())
                            .source("ann")
                            .build(),
                        WorkingStateRequest.builder()
                            .source("ann")
                            .threadId("thread")
                            .state(TaskState.PLANNING)
                            .build(),
                        ToolOutputRequest.builder().source("ann").toolName("grep").build(),
                        OutcomeRequest.builder()
                            .source("ann")
                            .targetRecordId("01957b3c-0000-7000-8000-00000000dead")
                            .status(OutcomeStatus.SUCCESS)
                            .build())))
            .items();
    assertThat(answers)
        .extracting(item -> item.answer() == null ? null : item.answer().result())
        .containsExactly(
            IngestResult.CREATED,
            IngestResult.APPENDED,
            IngestResult.CREATED,
            null,
            IngestResult.REINFORCED,
            IngestResult.CREATED,
            IngestResult.CREATED,
            IngestResult.CREATED,
            null);
    assertThat(answers).extracting(IngestItemAnswer::number).startsWith(0L, 1L, 2L).endsWith(8L);
    assertThat(answers.get(3).failure())
        .isInstanceOfSatisfying(
            ValidationException.class, fault -> assertThat(fault.field()).isEqualTo("subject"));
    assertThat(answers.get(8).failure()).isInstanceOf(NotFoundException.class);
    assertThat(answers.get(0).get().id()).isEqualTo(answers.get(1).get().id());
    assertThat(answers.get(0).get().record()).isInstanceOf(RedactedRecord.class);
    assertThat(answers.get(1).get().record().full().orElseThrow().payload())
        .isEqualTo(record(answers.get(1).get().id()).payload());
    assertThat(answers.get(4).get().record().full().orElseThrow().payload())
        .isEqualTo(record(answers.get(2).get().id()).payload());
  }

  @Test
  void all_or_nothing_stores_nothing_if_an_item_is_faulty() {
    assertThatThrownBy(
            () ->
                project
                    .ingestion()
                    .batch(
                        IngestBatchRequest.allOrNothing(
                            List.of(likes("user", "Go"), likes(" ", "Rust")))))
        .isInstanceOfSatisfying(
            ValidationException.class,
            fault -> assertThat(fault.field()).isEqualTo("items[1].subject"))
        .hasMessageStartingWith("items[1].subject: ");
    assertThat(project.listing().records(ListRecordsRequest.builder().build()).records()).isEmpty();
    List<IngestItemAnswer> answers =
        project
            .ingestion()
            .batch(
                IngestBatchRequest.allOrNothing(List.of(likes("user", "Go"), likes("user", "Go"))))
            .items();
    assertThat(answers.get(1).get().result()).isEqualTo(IngestResult.REINFORCED);
  }

  @Test
  void a_stream_answers_every_item_in_its_order() {
    List<IngestItemAnswer> answers = Collections.synchronizedList(new ArrayList<>());
    try (IngestStream stream = project.ingestion().stream(answers::add)) {
      for (int i = 0; i < 600; i++) {
        stream.send(i % 100 == 50 ? likes("", "x") : turn("chat", "turn " + i));
      }
    }
    assertThat(answers).hasSize(600);
    for (int i = 0; i < 600; i++) {
      assertThat(answers.get(i).number()).isEqualTo(i);
      assertThat(answers.get(i).failure() != null).as("item %d fails", i).isEqualTo(i % 100 == 50);
    }
    RetrieveEpisodeRequest chat =
        RetrieveEpisodeRequest.of("chat").on(PageRequest.FIRST.ofSize(1_000));
    assertThat(project.retrieval().episode(chat).events()).hasSize(594);
  }

  private static EventRequest turn(String episode, String summary) {
    return EventRequest.builder()
        .source("ann")
        .eventKind("user_input")
        .ref("ref")
        .summary(summary)
        .scope(SCOPE)
        .episode(episode)
        .build();
  }

  private static ObservationRequest likes(String subject, String object) {
    return ObservationRequest.builder()
        .source("ann")
        .subject(subject)
        .predicate("likes")
        .object(object)
        .scope(SCOPE)
        .build();
  }

  private static void assertFault(String field, ThrowingCallable call) {
    assertThatThrownBy(call)
        .as("expected ValidationException")
        .isInstanceOfSatisfying(
            ValidationException.class, fault -> assertThat(fault.field()).isEqualTo(field));
  }

  private static void assertDenied(ThrowingCallable call) {
    assertThatThrownBy(call)
        .as("expected AccessDeniedException")
        .isInstanceOf(AccessDeniedException.class);
  }

  private static void assertNull(String name, ThrowingCallable call) {
    assertThatThrownBy(call)
        .as("expected NullPointerException")
        .isInstanceOf(NullPointerException.class)
        .hasMessage(name);
  }
}
