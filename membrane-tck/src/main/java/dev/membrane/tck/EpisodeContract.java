package dev.membrane.tck;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.membrane.Caller;
import dev.membrane.EventRequest;
import dev.membrane.IngestAnswer;
import dev.membrane.IngestAnswer.IngestResult;
import dev.membrane.IngestOptions;
import dev.membrane.Listing.EpisodeSummary;
import dev.membrane.Memory;
import dev.membrane.NotFoundException;
import dev.membrane.OutcomeRequest;
import dev.membrane.Page;
import dev.membrane.PageRequest;
import dev.membrane.Permission;
import dev.membrane.ReplayAnswer;
import dev.membrane.ReplayAnswer.ReplayedRecord;
import dev.membrane.RetrieveEpisodeAnswer;
import dev.membrane.RetrieveEpisodeAnswer.EpisodeEvent;
import dev.membrane.RetrieveEpisodeRequest;
import dev.membrane.RetrieveRequest;
import dev.membrane.ToolOutputRequest;
import dev.membrane.TrustContext;
import dev.membrane.schema.AuditAction;
import dev.membrane.schema.AuditEntry;
import dev.membrane.schema.DeletionPolicy;
import dev.membrane.schema.JsonValue;
import dev.membrane.schema.MemoryRecord;
import dev.membrane.schema.MemoryType;
import dev.membrane.schema.OutcomeStatus;
import dev.membrane.schema.RecordView;
import dev.membrane.schema.RedactedRecord;
import dev.membrane.schema.Sensitivity;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** Episodes grow, end, and are read and deleted whole. */
interface EpisodeContract extends MembraneUnderTest {

  @Test
  default void an_episode_grows_and_ends() {
    IngestOptions run = IngestOptions.NONE.episode("run");
    String id = project().ingestion().event(event("1").options(run).build()).id();
    ToolOutputRequest call =
        ToolOutputRequest.builder()
            .source("ann")
            .toolName("build")
            .result(JsonValue.of("ok"))
            .options(run)
            .build();
    assertThat(project().ingestion().toolOutput(call).id()).isEqualTo(id);
    OutcomeRequest end = OutcomeRequest.of("ann", id, OutcomeStatus.SUCCESS);
    assertThat(project().ingestion().outcome(end).result()).isEqualTo(IngestResult.APPENDED);
    assertThat(project().ingestion().event(event("2").options(run).build()).id()).isNotEqualTo(id);
  }

  @Test
  default void episodes_are_listed_with_what_they_consist_of() {
    IngestOptions run = IngestOptions.NONE.episode("run");
    String id = project().ingestion().event(event("1").options(run).build()).id();
    project().ingestion().event(event("2").options(run).build());
    project().ingestion().outcome(OutcomeRequest.of("ann", id, OutcomeStatus.SUCCESS));
    String next = project().ingestion().event(event("3").options(run).build()).id();
    project().ingestion().event(event("4").build());
    assertThat(project().listing().episodes(null, PageRequest.FIRST).items())
        .extracting(
            EpisodeSummary::key,
            EpisodeSummary::recordIds,
            EpisodeSummary::events,
            EpisodeSummary::outcome)
        .containsExactly(
            tuple("run", List.of(id), 2, OutcomeStatus.SUCCESS),
            tuple("run", List.of(next), 1, null));
    Page<EpisodeSummary> first = project().listing().episodes("run", PageRequest.FIRST.ofSize(1));
    assertThat(first.items()).hasSize(1);
    assertThat(
            project()
                .listing()
                .episodes("run", PageRequest.FIRST.after(first.nextCursor()))
                .items())
        .extracting(EpisodeSummary::recordIds)
        .containsExactly(List.of(next));
    assertThat(project().listing().episodes("other", PageRequest.FIRST).items()).isEmpty();
    Memory other = membrane().as(Caller.named("bob").in("other"));
    assertThat(other.listing().episodes(null, PageRequest.FIRST).items()).isEmpty();
  }

  @Test
  default void a_key_means_the_episode_that_one_has_begun_whatever_another_begins_beside_it() {
    Memory ann = membrane().as(Caller.named("ann").in(SCOPE));
    Memory eve = membrane().as(Caller.named("eve").in(SCOPE));
    IngestOptions run = IngestOptions.NONE.scope(SCOPE).episode("run");
    IngestOptions above = run.sensitivity(Sensitivity.HYPER);
    String own = ann.ingestion().event(event("1").options(run).build()).id();
    String others = eve.ingestion().event(event("2").options(above).build()).id();
    assertThat(others).isNotEqualTo(own);
    assertThat(recordsOf(ann)).containsExactly(own);
    assertThat(recordsOf(eve)).containsExactly(others);
    OutcomeRequest end = OutcomeRequest.of("ann", own, OutcomeStatus.SUCCESS);
    ann.ingestion().outcome(end);
    assertThat(recordsOf(ann)).containsExactly(own);
    String later = eve.ingestion().event(event("3").options(above).build()).id();
    assertThat(later).isEqualTo(others);
    assertThat(ann.revision().deleteEpisode("run", SCOPE, "done")).containsExactly(own);
    assertThat(recordsOf(ann)).containsExactly(others);
  }

  @Test
  default void a_repeat_is_answered_though_the_run_has_been_raised_above_who_wrote_it() {
    Memory ann = membrane().as(Caller.named("ann").in(SCOPE).upTo(Sensitivity.LOW));
    Memory bob = membrane().as(Caller.named("bob").in(SCOPE).upTo(Sensitivity.LOW));
    IngestOptions run = IngestOptions.NONE.scope(SCOPE).episode("run");
    EventRequest first = event("1").options(run.idempotencyKey("first")).build();
    EventRequest others = event("2").options(run.idempotencyKey("others")).build();
    String id = ann.ingestion().event(first).id();
    bob.ingestion().event(others);
    ann.ingestion().event(event("3").options(run.sensitivity(Sensitivity.HIGH)).build());
    Expected.refusal(NotFoundException.class, () -> ann.retrieval().byId(id));

    for (IngestAnswer repeat :
        List.of(ann.ingestion().event(first), bob.ingestion().event(others))) {
      assertThat(repeat.result()).isEqualTo(IngestResult.REPEATED);
      assertThat(repeat.record())
          .isInstanceOfSatisfying(
              RedactedRecord.class,
              then -> assertThat(then.sensitivity()).isEqualTo(Sensitivity.LOW));
      assertThat(repeat.id()).isEqualTo(id);
    }
    membrane().revision().delete(id, "done");
    Expected.refusal(NotFoundException.class, () -> ann.ingestion().event(first));
  }

  @Test
  default void nobody_hides_a_run_that_is_under_way_however_many_they_begin_and_end_beside_it() {
    Memory ann = membrane().as(Caller.named("ann").in(SCOPE));
    Memory eve = membrane().as(Caller.named("eve").in(SCOPE));
    IngestOptions run = IngestOptions.NONE.scope(SCOPE).episode("run");
    String own = ann.ingestion().event(event("1").options(run).build()).id();
    for (int n = 0; n < 20; n++) {
      IngestOptions above = run.sensitivity(n % 2 == 0 ? Sensitivity.HYPER : Sensitivity.HIGH);
      String others = eve.ingestion().event(event("e" + n).options(above).build()).id();
      eve.ingestion().outcome(OutcomeRequest.of("eve", others, OutcomeStatus.FAILURE));
    }

    assertThat(recordsOf(ann)).containsExactly(own);
    IngestOptions raised = run.sensitivity(Sensitivity.HIGH);
    assertThat(ann.ingestion().event(event("2").options(raised).build()).id()).isEqualTo(own);
    assertThat(recordsOf(ann)).as("raised to a level of theirs").containsExactly(own);
    assertThat(ann.revision().deleteEpisode("run", SCOPE, "done")).containsExactly(own);
  }

  @Test
  default void a_run_raises_its_own_record_and_not_what_another_has_begun_beside_it() {
    Memory ann = membrane().as(Caller.named("ann").in(SCOPE));
    Memory eve = membrane().as(Caller.named("eve").in(SCOPE).permitted(Set.of(Permission.INGEST)));
    IngestOptions run = IngestOptions.NONE.scope(SCOPE).episode("run");
    IngestOptions above = run.sensitivity(Sensitivity.MEDIUM);
    String own = ann.ingestion().event(event("1").options(run).build()).id();
    String others = eve.ingestion().event(event("2").options(above).build()).id();

    assertThat(ann.ingestion().event(event("3").options(above).build()).id()).isEqualTo(own);

    assertThat(others).isNotEqualTo(own);
  }

  @Test
  default void a_run_after_an_outcome_does_not_join_what_another_has_begun_above_the_run_before() {
    Memory ann = membrane().as(Caller.named("ann").in(SCOPE));
    Memory eve = membrane().as(Caller.named("eve").in(SCOPE).permitted(Set.of(Permission.INGEST)));
    IngestOptions run = IngestOptions.NONE.scope(SCOPE).episode("run");
    IngestOptions above = run.sensitivity(Sensitivity.HYPER);
    String first = ann.ingestion().event(event("1").options(run).build()).id();
    String others = eve.ingestion().event(event("2").options(above).build()).id();
    ann.ingestion().outcome(OutcomeRequest.of("ann", first, OutcomeStatus.SUCCESS));

    String next = ann.ingestion().event(event("3").options(run).build()).id();
    ann.ingestion().event(event("4").options(run).build());
    eve.ingestion().event(event("5").options(above).build());

    TrustContext low = TrustContext.upTo(Sensitivity.LOW, SCOPE);
    RetrieveRequest all = RetrieveRequest.builder().trust(low).build();
    assertThat(ann.retrieval().retrieve(all).results())
        .filteredOn(MemoryRecord.class::isInstance)
        .extracting(RecordView::id)
        .containsExactlyInAnyOrder(first, next);
    assertThat(refs(ann.retrieval().episode(episode("run", SCOPE)).events()))
        .isEqualTo(List.of("3", "4"));
    assertThat(next).isNotEqualTo(others);
  }

  private static List<String> recordsOf(Memory reader) {
    return reader.retrieval().episode(episode("run", SCOPE)).recordIds();
  }

  private static RetrieveEpisodeRequest episode(String key, String scope) {
    return RetrieveEpisodeRequest.builder().episode(key).scope(scope).build();
  }

  @Test
  default void the_events_of_an_episode_come_in_order_over_all_its_records() {
    Instant start = Instant.parse("2026-01-15T10:00:00Z");
    List<Integer> minutes = List.of(3, 1, 4, 1, 5, 9, 2, 6, 5, 3, 5, 8);
    Map<Integer, List<String>> byMinute = new TreeMap<>();
    for (int i = 0; i < minutes.size(); i++) {
      int minute = minutes.get(i);
      String ref = "m" + i;
      project().ingestion().event(message(ref, start.plusSeconds(60L * minute)).build());
      byMinute.computeIfAbsent(minute, any -> new ArrayList<>()).add(ref);
    }
    project().ingestion().event(event("other").episode("another chat").build());
    List<String> expected = byMinute.values().stream().flatMap(List::stream).toList();

    RetrieveEpisodeRequest forward = RetrieveEpisodeRequest.of("chat");
    assertThat(refs(events(forward))).isEqualTo(expected);
    RetrieveEpisodeRequest backward =
        RetrieveEpisodeRequest.builder().episode("chat").scope(SCOPE).newestFirst(true).build();
    assertThat(refs(events(backward))).isEqualTo(reversed(expected));
    RetrieveEpisodeAnswer whole = project().retrieval().episode(forward);
    assertThat(whole.nextCursor()).isEmpty();
    assertThat(whole.outcome()).isNull();
    assertThat(whole.recordIds()).hasSizeGreaterThan(3).doesNotHaveDuplicates();
    assertThat(whole.events()).extracting(EpisodeEvent::recordId).isSubsetOf(whole.recordIds());

    Memory other = membrane().as(Caller.named("bob").in("other"));
    Expected.refusal(
            NotFoundException.class, () -> other.retrieval().episode(episode("chat", SCOPE)))
        .hasMessage("episode not found");
    assertFault("episode", () -> project().retrieval().episode(RetrieveEpisodeRequest.of("")));
    assertFault(
        "cursor",
        () -> project().retrieval().episode(forward.on(PageRequest.FIRST.after("no cursor"))));
  }

  @Test
  default void a_question_about_an_episode_is_answered_with_its_records_alone() {
    Instant start = Instant.parse("2026-01-15T10:00:00Z");
    for (int i = 0; i < 6; i++) {
      project().ingestion().event(message("m" + i, start.plusSeconds(i)).build());
    }
    String red =
        project().ingestion().event(event("red").episode("red").tags(List.of("t")).build()).id();
    project().ingestion().event(event("none").build());
    fact("hello");
    membrane().as(Caller.named("bob").in("other")).ingestion().event(message("b", start).build());
    RetrieveEpisodeAnswer chat = project().retrieval().episode(episode("chat", SCOPE));
    assertThat(chat.recordIds()).hasSizeGreaterThan(2);

    for (String task : List.of("", "hello", "nothing of that")) {
      assertThat(asked(about("chat").taskDescriptor(task)))
          .containsExactlyInAnyOrderElementsOf(chat.recordIds());
      assertThat(asked(about("red").taskDescriptor(task))).containsExactly(red);
      assertThat(asked(about("unknown").taskDescriptor(task))).isEmpty();
    }
    assertThat(asked(about("chat").limit(1))).hasSize(1).isSubsetOf(chat.recordIds());
    assertThat(asked(about("red").tags(List.of("t")))).containsExactly(red);
    assertThat(asked(about("chat").tags(List.of("t")))).isEmpty();
    assertThat(asked(about("red").memoryTypes(Set.of(MemoryType.EPISODIC)))).containsExactly(red);
    assertThat(asked(about("red").memoryTypes(Set.of(MemoryType.SEMANTIC)))).isEmpty();
    assertThat(asked(about("red").threadId("red"))).isEmpty();
    assertThat(asked(about(""))).hasSize(chat.recordIds().size() + 3);
    assertFault("episode", () -> asked(about("a\u202eb")));
    assertFault("episode", () -> asked(about("a\0b")));
    assertFault("episode", () -> asked(about(" ")));
    assertFault("episode", () -> asked(about("x".repeat(100_001))));
  }

  @Test
  default void a_question_about_an_episode_is_answered_as_of_then_and_replayed() {
    String before = project().ingestion().event(event("1").episode("run").build()).id();
    project().ingestion().outcome(OutcomeRequest.of("ann", before, OutcomeStatus.SUCCESS));
    Instant then = record(fact("hello")).createdAt();
    RetrieveRequest.Builder question = about("run").taskDescriptor("hello").receipt(true);
    String receipt = project().retrieval().retrieve(question.build()).receiptId();
    String after = project().ingestion().event(event("2").episode("run").build()).id();
    project().ingestion().event(event("3").episode("other").build());
    assertThat(asked(about("run"))).containsExactlyInAnyOrder(before, after);
    for (String task : List.of("", "hello")) {
      assertThat(asked(about("run").taskDescriptor(task).asOf(then))).containsExactly(before);
      assertThat(asked(about("other").taskDescriptor(task).asOf(then))).isEmpty();
    }
    ReplayAnswer replay = project().retrieval().replay(receipt);
    assertThat(replay.request().episode()).isEqualTo("run");
    assertThat(replay.records())
        .extracting(ReplayedRecord::id, record -> record.then() == null)
        .containsExactlyInAnyOrder(tuple(before, false), tuple(after, true));
  }

  private static RetrieveRequest.Builder about(String episode) {
    return RetrieveRequest.builder().trust(ALL).episode(episode);
  }

  private List<String> asked(RetrieveRequest.Builder question) {
    return project().retrieval().retrieve(question.build()).results().stream()
        .map(RecordView::id)
        .toList();
  }

  @Test
  default void a_deletion_policy_holds_for_the_whole_episode() {
    Instant start = Instant.parse("2026-01-15T10:00:00Z");
    for (int i = 0; i < 5; i++) {
      project().ingestion().event(message("m" + i, start.plusSeconds(i)).build());
    }
    EventRequest keeping =
        message("m5", start.plusSeconds(5)).deletionPolicy(DeletionPolicy.MANUAL_ONLY).build();
    project().ingestion().event(keeping);
    for (int i = 6; i < 9; i++) {
      project().ingestion().event(message("m" + i, start.plusSeconds(i)).build());
    }
    List<String> ids = project().retrieval().episode(RetrieveEpisodeRequest.of("chat")).recordIds();
    assertThat(ids)
        .hasSizeGreaterThan(3)
        .allSatisfy(
            id ->
                assertThat(record(id).lifecycle().deletionPolicy())
                    .isEqualTo(DeletionPolicy.MANUAL_ONLY));
    assertFault(
        "deletion_policy",
        () ->
            project()
                .ingestion()
                .event(message("m9", start).deletionPolicy(DeletionPolicy.NEVER).build()));
    Memory writer =
        membrane().as(Caller.named("bob").in(SCOPE).permitted(Set.of(Permission.INGEST)));
    assertDenied(
        () ->
            writer
                .ingestion()
                .event(message("m9", start).deletionPolicy(DeletionPolicy.AUTO_PRUNE).build()));
    writer.ingestion().event(message("m9", start.plusSeconds(9)).build());
  }

  @Test
  default void an_episode_is_deleted_by_its_key_with_all_its_records() {
    Instant start = Instant.parse("2026-01-15T10:00:00Z");
    for (int i = 0; i < 30; i++) {
      project().ingestion().event(message("m" + i, start.plusSeconds(i)).build());
    }
    String other = project().ingestion().event(event("other").episode("another chat").build()).id();
    String unscoped =
        membrane().ingestion().event(event("other").episode("chat").unscoped().build()).id();
    RetrieveEpisodeRequest chat = RetrieveEpisodeRequest.of("chat");
    List<String> ids = project().retrieval().episode(chat).recordIds();
    assertThat(ids).hasSizeGreaterThan(10).doesNotContain(unscoped);
    assertThat(membrane().retrieval().episode(chat).recordIds()).containsExactly(unscoped);
    TrustContext elsewhere = TrustContext.upTo(Sensitivity.HYPER, "elsewhere");
    Expected.refusal(
        NotFoundException.class,
        () -> membrane().revision().under(elsewhere).deleteEpisode("chat", SCOPE, "no"));
    assertDenied(
        () ->
            membrane()
                .as(Caller.named("bob").in(SCOPE).permitted(Set.of(Permission.RETRIEVE)))
                .revision()
                .deleteEpisode("chat", "no"));

    assertThat(project().revision().deleteEpisode("chat", "they asked")).isEqualTo(ids);
    Expected.refusal(NotFoundException.class, () -> project().retrieval().episode(chat));
    assertThat(log(ids.get(0)))
        .last()
        .extracting(AuditEntry::action, AuditEntry::rationale)
        .containsExactly(AuditAction.DELETE, "they asked");
    assertThat(membrane().metrics().totalRecords()).isEqualTo(2);
    assertThat(record(other).id()).isEqualTo(other);
    assertThat(record(unscoped).id()).isEqualTo(unscoped);
    Expected.refusal(
        NotFoundException.class, () -> project().revision().deleteEpisode("chat", "again"));
  }

  @Test
  default void an_empty_scope_means_the_episode_that_has_none() {
    String own = project().ingestion().event(event("own").episode("chat").build()).id();
    String unscoped =
        membrane().ingestion().event(event("other").episode("chat").unscoped().build()).id();
    RetrieveEpisodeRequest everybodys = episode("chat", "");
    assertThat(project().retrieval().episode(everybodys).recordIds()).containsExactly(unscoped);
    assertThat(project().revision().deleteEpisode("chat", "", "over")).containsExactly(unscoped);
    Expected.refusal(
        NotFoundException.class, () -> project().revision().deleteEpisode("chat", "", "again"));
    assertThat(record(own).id()).isEqualTo(own);
  }

  /** Large enough that two share a record and three do not. */
  private EventRequest.Builder message(String ref, Instant when) {
    JsonValue data = JsonValue.of(Map.of("text", "x".repeat(40_000), "ref", ref));
    return event(ref).episode("chat").timestamp(when).data(data);
  }

  private static List<String> refs(List<EpisodeEvent> events) {
    return events.stream().map(each -> each.event().ref()).toList();
  }

  private static List<String> reversed(List<String> texts) {
    List<String> reversed = new ArrayList<>(texts);
    Collections.reverse(reversed);
    return reversed;
  }
}
