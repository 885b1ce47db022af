package dev.membrane.internal.ingest;

import static dev.membrane.internal.EngineFixture.NOON;
import static dev.membrane.internal.EngineFixture.full;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.membrane.Caller;
import dev.membrane.IngestOptions;
import dev.membrane.WorkingStateRequest;
import dev.membrane.internal.EngineFixture;
import dev.membrane.internal.IngestDoor;
import dev.membrane.schema.AuditAction;
import dev.membrane.schema.AuditEntry;
import dev.membrane.schema.Constraint;
import dev.membrane.schema.JsonNumber;
import dev.membrane.schema.MemoryRecord;
import dev.membrane.schema.MemoryType;
import dev.membrane.schema.ProvenanceKind;
import dev.membrane.schema.ProvenanceSource;
import dev.membrane.schema.Relation;
import dev.membrane.schema.RevisionState;
import dev.membrane.schema.RevisionStatus;
import dev.membrane.schema.Sensitivity;
import dev.membrane.schema.TaskState;
import dev.membrane.schema.ValidationException;
import dev.membrane.schema.WorkingPayload;
import dev.membrane.spi.commit.Change;
import dev.membrane.spi.commit.Changeset;
import dev.membrane.spi.search.Terms;
import dev.membrane.spi.store.StoredRecord;
import dev.membrane.spi.store.StoredRecord.Anchor;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class WorkingStateTest {

  private static final Caller LOW = EngineFixture.upTo(Sensitivity.LOW);

  private final EngineFixture house = new EngineFixture();
  private final IngestDoor service = house.service;

  @Test
  void a_working_state_becomes_a_working_record() {
    Constraint constraint = new Constraint("resource", "max_edits", new JsonNumber("5"), true);
    WorkingStateRequest request =
        WorkingStateRequest.builder()
            .source("agent")
            .threadId("session-42")
            .state(TaskState.EXECUTING)
            .nextActions(List.of("run tests"))
            .openQuestions(List.of("which?"))
            .contextSummary("Refactoring")
            .activeConstraints(List.of(constraint))
            .build();

    MemoryRecord record = full(service.record(request));

    assertThat(record.type()).isEqualTo(MemoryType.WORKING);
    assertThat(record.payload())
        .isEqualTo(
            new WorkingPayload(
                "session-42",
                TaskState.EXECUTING,
                List.of(constraint),
                List.of("run tests"),
                List.of("which?"),
                "Refactoring",
                null));
    assertThat(record.confidence()).isEqualTo(1);
    assertThat(record.lifecycle().decay().halfLifeSeconds()).isEqualTo(86_400);
    assertThat(record.provenance().sources())
        .containsExactly(
            new ProvenanceSource(ProvenanceKind.EVENT, "session-42", null, "agent", NOON));
    assertThat(EngineFixture.rationales(record))
        .containsExactly("Ingested working_state from agent");
    assertThat(record.relations()).isEmpty();
  }

  @Test
  void the_newest_snapshot_retires_the_one_before_in_the_same_commit() {
    String first = service.record(snapshot("t", IngestOptions.NONE)).id();
    house.pass(Duration.ofMinutes(1));

    MemoryRecord second = full(service.record(snapshot("t", IngestOptions.NONE)));

    MemoryRecord retired = house.record(first);
    assertThat(second.relations())
        .containsExactly(new Relation("supersedes", first, null, house.instant()));
    assertThat(second.revision()).isEqualTo(new RevisionState(first, null, null));
    assertThat(second.isRetired()).isFalse();
    assertThat(retired.revision()).isEqualTo(new RevisionState(null, second.id(), null));
    assertThat(retired.isRetired()).isTrue();
    assertThat(house.stored(first).anchor()).isEqualTo(new Anchor(0, house.instant()));
    assertThat(retired.updatedAt()).isEqualTo(house.instant());
    assertThat(retired.auditLog().get(1))
        .isEqualTo(
            new AuditEntry(
                AuditAction.REVISE, "agent", house.instant(), "Superseded by " + second.id()));
    assertThat(house.store.commits()).hasSize(2);
  }

  @Test
  void a_chain_keeps_both_its_links() {
    String first = service.record(snapshot("t", IngestOptions.NONE)).id();
    String second = service.record(snapshot("t", IngestOptions.NONE)).id();
    String third = service.record(snapshot("t", IngestOptions.NONE)).id();

    assertThat(house.record(second).revision()).isEqualTo(new RevisionState(first, third, null));
    assertThat(house.stored(first).version()).isEqualTo(2);
    assertThat(house.record(third).relations()).hasSize(1);
  }

  @Test
  void arrival_decides_and_not_the_timestamp() {
    String first = service.record(snapshot("t", IngestOptions.NONE.timestamp(NOON))).id();
    String second =
        service.record(snapshot("t", IngestOptions.NONE.timestamp(NOON.minusSeconds(60)))).id();

    assertThat(house.record(first).isRetired()).isTrue();
    assertThat(house.record(second).isRetired()).isFalse();
  }

  @Test
  void threads_and_scopes_do_not_meet() {
    List<String> ids =
        List.of(
            service.record(snapshot("t", IngestOptions.NONE)).id(),
            service.record(snapshot("u", IngestOptions.NONE)).id(),
            service.record(snapshot("t", IngestOptions.NONE.scope("blue"))).id());

    assertThat(ids).noneMatch(id -> house.record(id).isRetired());
  }

  @Test
  void a_thread_and_an_episode_of_one_name_do_not_meet() {
    String episode = service.record(EngineFixture.event("e", EngineFixture.episode("t"))).id();
    String working = service.record(snapshot("t", IngestOptions.NONE)).id();

    assertThat(service.record(EngineFixture.event("e", EngineFixture.episode("t"))).id())
        .isEqualTo(episode);
    assertThat(house.record(working).isRetired()).isFalse();
  }

  @Test
  void a_snapshot_that_the_caller_cannot_see_is_left_alone() {
    IngestOptions secret = IngestOptions.NONE.sensitivity(Sensitivity.MEDIUM);
    String hidden = service.record(snapshot("t", secret)).id();
    StoredRecord before = house.stored(hidden);

    MemoryRecord low = full(service.record(snapshot("t", IngestOptions.NONE), LOW));
    service.record(snapshot("t", secret), LOW);

    assertThat(low.relations()).isEmpty();
    assertThat(house.stored(hidden)).isEqualTo(before);
  }

  @Test
  void one_who_sees_several_current_snapshots_retires_them_all() {
    String medium =
        service.record(snapshot("t", IngestOptions.NONE.sensitivity(Sensitivity.MEDIUM))).id();
    house.pass(Duration.ofSeconds(1));
    String low = service.record(snapshot("t", IngestOptions.NONE), LOW).id();
    house.pass(Duration.ofSeconds(1));

    MemoryRecord newest = full(service.record(snapshot("t", IngestOptions.NONE)));

    assertThat(house.record(medium).isRetired()).isTrue();
    assertThat(house.record(low).isRetired()).isTrue();
    assertThat(newest.relations()).extracting(Relation::targetId).containsExactly(low, medium);
    assertThat(newest.revision()).isEqualTo(new RevisionState(low, null, null));
  }

  @Test
  void a_snapshot_that_a_revision_has_retracted_is_no_predecessor() {
    String first = service.record(snapshot("t", IngestOptions.NONE)).id();
    StoredRecord seen = house.stored(first);
    RevisionState retracted = new RevisionState(null, null, RevisionStatus.RETRACTED);
    WorkingPayload payload = ((WorkingPayload) seen.record().payload()).withRevision(retracted);
    house.store.commit(
        Changeset.builder()
            .change(
                new Change.Replace(
                    seen.version(),
                    seen.record().toBuilder().payload(payload).build(),
                    new Anchor(0, NOON),
                    Terms.NONE,
                    "",
                    List.of()))
            .build());

    MemoryRecord second = full(service.record(snapshot("t", IngestOptions.NONE)));

    assertThat(second.relations()).isEmpty();
    assertThat(house.record(first).revision()).isEqualTo(retracted);
  }

  @Test
  void a_deleted_snapshot_is_no_predecessor() {
    String first = service.record(snapshot("t", IngestOptions.NONE)).id();
    house.delete(first);

    MemoryRecord second = full(service.record(snapshot("t", IngestOptions.NONE)));

    assertThat(second.relations()).isEmpty();
  }

  @ParameterizedTest
  @EnumSource(Sensitivity.class)
  void of_two_that_arrive_together_one_is_the_newer(Sensitivity level) {
    house.store.beforeNextCommit(
        () -> service.record(snapshot("t", IngestOptions.NONE.sensitivity(level))));

    MemoryRecord slower = full(service.record(snapshot("t", IngestOptions.NONE)));

    assertThat(house.recordCount()).isEqualTo(2);
    assertThat(slower.relations()).hasSize(1);
    assertThat(house.record(slower.relations().get(0).targetId()).isRetired()).isTrue();
  }

  @Test
  void an_episode_key_has_no_place_here() {
    assertThatThrownBy(() -> service.record(snapshot("t", EngineFixture.episode("run"))))
        .isInstanceOfSatisfying(
            ValidationException.class, fault -> assertThat(fault.field()).isEqualTo("episode"));
  }

  static WorkingStateRequest snapshot(String thread, IngestOptions options) {
    return WorkingStateRequest.builder()
        .source("agent")
        .threadId(thread)
        .state(TaskState.PLANNING)
        .options(options)
        .build();
  }
}
