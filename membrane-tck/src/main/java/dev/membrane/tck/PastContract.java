package dev.membrane.tck;

import static org.assertj.core.api.Assertions.assertThat;

import dev.membrane.AuditLog;
import dev.membrane.AuditLog.HistoryEntry;
import dev.membrane.AuditLog.VersionDiff;
import dev.membrane.AuditLog.VersionDiff.FieldChange;
import dev.membrane.Caller;
import dev.membrane.EraseRequest;
import dev.membrane.IngestOptions;
import dev.membrane.ListRecordsRequest;
import dev.membrane.Memory;
import dev.membrane.NotFoundException;
import dev.membrane.OutcomeRequest;
import dev.membrane.PageRequest;
import dev.membrane.Permission;
import dev.membrane.RecordRequest;
import dev.membrane.ReplayAnswer;
import dev.membrane.ReplayAnswer.Difference;
import dev.membrane.ReplayAnswer.ReplayedProcedure;
import dev.membrane.ReplayAnswer.ReplayedRecord;
import dev.membrane.ReplayAnswer.ReplayedSelection;
import dev.membrane.RetrieveAnswer;
import dev.membrane.RetrieveAnswer.AnswerView;
import dev.membrane.RetrieveAnswer.Selection;
import dev.membrane.RetrieveRequest;
import dev.membrane.ToolOutputRequest;
import dev.membrane.TrustContext;
import dev.membrane.schema.JsonValue;
import dev.membrane.schema.MemoryRecord;
import dev.membrane.schema.MemoryType;
import dev.membrane.schema.OutcomeStatus;
import dev.membrane.schema.RecordDraft;
import dev.membrane.schema.RecordView;
import dev.membrane.schema.Sensitivity;
import dev.membrane.schema.json.RecordCodec;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** What was known is read back, and so is what was answered. */
interface PastContract extends MembraneUnderTest {

  @Test
  default void a_record_has_a_history_and_is_read_as_of_an_instant() {
    String id = fact("tea");
    MemoryRecord before = record(id);
    project().revision().contest(id, "doc-1", "somebody says otherwise");
    List<HistoryEntry> history = project().audit().history(id, PageRequest.FIRST).items();
    assertThat(history).extracting(HistoryEntry::version).containsExactly(1L, 2L);
    Instant until = Objects.requireNonNull(history.get(0).to());
    assertThat(history.get(1).from()).isEqualTo(until);
    assertThat(history.get(1).to()).isNull();
    assertThat(history.get(1).audit())
        .singleElement()
        .satisfies(entry -> assertThat(entry.rationale()).contains("somebody says otherwise"));
    assertThat(project().audit().history(id, PageRequest.FIRST.ofSize(1)).nextCursor())
        .isNotEmpty();
    Instant then = before.createdAt();
    assertThat(project().retrieval().byId(id, ALL, then).full().orElseThrow().payload())
        .isEqualTo(before.payload());
    assertThat(project().listing().records(ListRecordsRequest.builder().asOf(then).build()).items())
        .extracting(RecordView::id)
        .containsExactly(id);
    assertFault(
        "as_of", () -> project().retrieval().byId(id, ALL, Instant.parse("9000-01-01T00:00:00Z")));
  }

  @Test
  default void a_version_whose_content_was_erased_tells_no_salience() {
    List<String> runs = List.of(run("monday"), run("tuesday"), run("friday"));
    runs.forEach(id -> end(id, OutcomeStatus.SUCCESS));
    membrane().maintenance().consolidate();
    RetrieveRequest skills =
        RetrieveRequest.builder().trust(ALL).memoryTypes(Set.of(MemoryType.COMPETENCE)).build();
    String learned = ids(skills).get(0);
    var unused = membrane().revision().erase(EraseRequest.ofRecords(List.of(runs.get(0))));
    List<HistoryEntry> versions = project().audit().history(learned, PageRequest.FIRST).items();
    assertThat(versions).anyMatch(it -> it.salience() == null);
    assertThat(versions.get(versions.size() - 1).salience()).isNotNull();
  }

  @Test
  default void what_was_learned_and_taken_back_is_known_as_of_then() {
    List<String> runs = List.of(run("monday"), run("tuesday"));
    runs.forEach(id -> end(id, OutcomeStatus.SUCCESS));
    membrane().maintenance().consolidate();
    RetrieveRequest.Builder skills =
        RetrieveRequest.builder().trust(ALL).memoryTypes(Set.of(MemoryType.COMPETENCE));
    List<String> learned = ids(skills.build());
    assertThat(learned).isNotEmpty();
    Instant then =
        learned.stream().map(id -> record(id).updatedAt()).max(Instant::compareTo).orElseThrow();
    runs.forEach(id -> end(id, OutcomeStatus.FAILURE));
    membrane().maintenance().consolidate();
    assertThat(ids(skills.build())).as("taken back").doesNotContainAnyElementsOf(learned);
    assertThat(ids(skills.asOf(then).build())).isEqualTo(learned);
    for (String id : learned) {
      assertThat(project().audit().history(id, PageRequest.FIRST).items()).isNotEmpty();
    }
  }

  private String run(String name) {
    IngestOptions options = IngestOptions.NONE.episode(name);
    String id = project().ingestion().event(event(name).options(options).build()).id();
    for (String tool : List.of("compile", "test")) {
      project()
          .ingestion()
          .toolOutput(
              ToolOutputRequest.builder().source("ann").toolName(tool).options(options).build());
    }
    return id;
  }

  private void end(String run, OutcomeStatus status) {
    project().ingestion().outcome(OutcomeRequest.of("ann", run, status));
  }

  private List<String> ids(RetrieveRequest request) {
    return project().retrieval().retrieve(request).records().stream().map(RecordView::id).toList();
  }

  @Test
  default void two_versions_are_compared() {
    String id = fact("tea");
    Expected.refusal(
            NotFoundException.class,
            () -> project().audit().diff(id, AuditLog.BEFORE, AuditLog.LATEST))
        .hasMessage("version 1 is the first, and there is none before it to compare it with");
    project().revision().contest(id, "doc-1", "somebody says otherwise");
    project().revision().penalize(id, 0.5, "of little use");
    JsonValue contested = JsonValue.of(Map.of("status", "contested"));
    VersionDiff diff = project().audit().diff(id, 1, 2);
    assertThat(diff.from()).isEqualTo(1);
    assertThat(diff.to()).isEqualTo(2);
    assertThat(diff.changes()).contains(new FieldChange("/payload/revision", null, contested));
    VersionDiff last = project().audit().under(ALL).diff(id, AuditLog.BEFORE, AuditLog.LATEST);
    assertThat(last.from()).isEqualTo(2);
    assertThat(last.to()).isEqualTo(3);
    assertThat(last.changes())
        .extracting(FieldChange::path)
        .containsExactlyInAnyOrder("/salience", "/updated_at");
    assertThat(project().audit().diff(id, 3, 3).changes()).isEmpty();
    assertThat(project().audit().diff(id, 3, 1).changes())
        .contains(new FieldChange("/payload/revision", contested, null));
    Expected.refusal(NotFoundException.class, () -> project().audit().diff(id, 1, 4));
    assertFault("from", () -> project().audit().diff(id, -1, 2));
    Memory elsewhere = membrane().as(Caller.named("bob").in("elsewhere"));
    Expected.refusal(NotFoundException.class, () -> elsewhere.audit().diff(id, 1, 2));
  }

  @Test
  default void the_past_is_narrowed_by_a_trust() {
    String id = fact("tea");
    project().revision().penalize(id, 0.5, "of little use");
    AuditLog elsewhere = project().audit().under(TrustContext.upTo(Sensitivity.HYPER, "elsewhere"));
    Expected.refusal(NotFoundException.class, () -> elsewhere.diff(id, 1, 2));
    Expected.refusal(NotFoundException.class, () -> elsewhere.history(id, PageRequest.FIRST));
    assertThat(elsewhere.history(id, PageRequest.FIRST.under(ALL)).items()).hasSize(2);
    assertThat(elsewhere.under(ALL).history(id, PageRequest.FIRST).items()).hasSize(2);
  }

  @Test
  default void an_answer_with_a_receipt_is_replayed() {
    String tea = fact("tea");
    RetrieveRequest request =
        RetrieveRequest.builder().taskDescriptor("prefers").trust(ALL).receipt(true).build();
    RetrieveAnswer answer = project().retrieval().retrieve(request);
    String rain = project().ingestion().observe("ann", "rain", "prefers", "falling").id();
    assertThat(project().retrieval().replay(answer.receiptId()).records())
        .extracting(ReplayedRecord::id)
        .containsExactly(tea, rain);
    assertThat(project().retrieval().replay(answer.receiptId()).records().get(1))
        .satisfies(
            added -> {
              assertThat(added.then()).isNull();
              assertThat(added.difference()).isEqualTo(Difference.NEW);
            });
    Expected.refusal(
        NotFoundException.class,
        () -> project().retrieval().replay("01900000-0000-7000-8000-000000000000"));
  }

  @Test
  default void a_receipt_says_what_shape_and_size_were_asked_for() {
    fact("tea");
    Set<MemoryType> types = Set.of(MemoryType.WORKING, MemoryType.SEMANTIC, MemoryType.EPISODIC);
    RetrieveRequest request =
        RetrieveRequest.builder()
            .trust(ALL)
            .memoryTypes(types)
            .view(AnswerView.TEXT)
            .maxTokens(500)
            .receipt(true)
            .build();
    String receipt = project().retrieval().retrieve(request).receiptId();
    RetrieveRequest kept = project().retrieval().replay(receipt).request();
    assertThat(kept.view()).isEqualTo(AnswerView.TEXT);
    assertThat(kept.maxTokens()).isEqualTo(500);
    assertThat(kept.memoryTypes()).isEqualTo(types);
  }

  @Test
  default void a_receipt_has_the_selection_that_was_answered_beside_that_of_now() {
    RecordDraft skill =
        new RecordCodec()
            .decodeDraft(
                """
                {"type":"competence","sensitivity":"low","scope":"project",
                 "provenance":{"sources":[{"kind":"observation","ref":"ann"}]},
                 "payload":{"kind":"competence","skill_name":"prune the roses",
                 "triggers":[{"signal":"roses"}],"recipe":[{"step":"cut"}]}}
                """);
    String id = project().ingestion().record(RecordRequest.of("ann", skill)).id();
    RetrieveRequest request =
        RetrieveRequest.builder()
            .taskDescriptor("prune the roses")
            .trust(ALL)
            .receipt(true)
            .build();
    RetrieveAnswer answer = project().retrieval().retrieve(request);
    Selection selection = Objects.requireNonNull(answer.selection());
    ReplayAnswer replay = project().retrieval().replay(answer.receiptId());
    ReplayedSelection kept = Objects.requireNonNull(replay.selection());
    assertThat(kept.selected())
        .singleElement()
        .returns(id, ReplayedProcedure::id)
        .returns(selection.procedures().get(0).score(), ReplayedProcedure::score)
        .returns(1L, ReplayedProcedure::version)
        .satisfies(
            one -> assertThat(one.difference()).isIn(Difference.NONE, Difference.RANKED_ANEW));
    assertThat(kept.confidence()).isEqualTo(selection.confidence());
    assertThat(kept.needsMore()).isEqualTo(selection.needsMore());
    assertThat(Objects.requireNonNull(replay.selectionNow()).selected())
        .singleElement()
        .returns(id, ReplayedProcedure::id)
        .returns(kept.selected().get(0).difference(), ReplayedProcedure::difference);
    assertThat(replay.refusal()).isEmpty();
    project().revision().retract(id, "it was wrong");
    replay = project().retrieval().replay(answer.receiptId());
    assertThat(Objects.requireNonNull(replay.selection()).selected())
        .singleElement()
        .returns(Difference.RETIRED, ReplayedProcedure::difference);
    assertThat(replay.selectionNow()).isNull();
  }

  @Test
  default void an_admin_replays_what_the_caller_saw_and_large_questions_have_no_receipt() {
    String tea = fact("tea");
    Memory elsewhere =
        membrane()
            .as(
                Caller.named("bob")
                    .in("elsewhere")
                    .permitted(Set.of(Permission.INGEST, Permission.RETRIEVE)));
    elsewhere.ingestion().observe("bob", "user", "prefers", "coffee");
    RetrieveRequest.Builder request =
        RetrieveRequest.builder().taskDescriptor("prefers").trust(ALL).receipt(true);
    String receipt = project().retrieval().retrieve(request.build()).receiptId();
    assertThat(membrane().retrieval().replay(receipt).records())
        .singleElement()
        .satisfies(
            record -> {
              assertThat(record.id()).isEqualTo(tea);
              assertThat(record.difference()).isIn(Difference.NONE, Difference.RANKED_ANEW);
            });
    Expected.refusal(NotFoundException.class, () -> elsewhere.retrieval().replay(receipt));
    Caller ops = Caller.named("ops").in(SCOPE);
    Memory alone = membrane().as(ops.permitted(Set.of(Permission.ADMIN)));
    assertDenied(() -> alone.retrieval().replay(receipt));
    Memory reader = membrane().as(ops.permitted(Set.of(Permission.ADMIN, Permission.RETRIEVE)));
    assertThat(reader.retrieval().replay(receipt).records()).hasSize(1);
    assertFault(
        "receipt",
        () -> project().retrieval().retrieve(request.taskDescriptor("x".repeat(70_000)).build()));
  }
}
