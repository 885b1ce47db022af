package dev.membrane.internal.revise;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.membrane.AccessDeniedException;
import dev.membrane.AlreadyExistsException;
import dev.membrane.FailedPreconditionException;
import dev.membrane.IngestOptions;
import dev.membrane.NotFoundException;
import dev.membrane.internal.EngineFixture;
import dev.membrane.internal.Facts;
import dev.membrane.schema.MemoryRecord;
import dev.membrane.schema.RecordDraft;
import dev.membrane.schema.Relation;
import dev.membrane.schema.Sensitivity;
import dev.membrane.schema.TaskState;
import dev.membrane.schema.ValidationException;
import dev.membrane.schema.WorkingPayload;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What no revision does, and by which field it is refused. */
class RefusedRevisionsTest extends RevisionScenes {

  @Test
  void semantic_successors_need_evidence_or_a_source_of_their_own() {
    String old = Facts.in(house, Facts.draft("Go"));
    RecordDraft bare = RecordDraft.builder().payload(Facts.saying("Rust")).build();

    assertThatThrownBy(() -> service.supersede(old, bare, WHY, ANYBODY))
        .isInstanceOf(ValidationException.class)
        .hasMessage("semantic revision requires evidence");
    assertThatThrownBy(() -> service.fork(old, bare, WHY, ANYBODY))
        .hasMessage("semantic revision requires evidence");
    assertThatThrownBy(() -> service.merge(List.of(old), bare, WHY, ANYBODY))
        .hasMessage("semantic revision requires evidence");
    assertThat(house.store.commits()).hasSize(1);
    MemoryRecord sourced = full(service.supersede(old, Facts.draft("Rust").build(), WHY, ANYBODY));
    assertThat(sourced.provenance().sources()).hasSize(2);
  }

  @Test
  void a_payload_of_another_type_is_told_before_what_it_lacks() {
    String old = Facts.in(house, Facts.draft("Go"));
    WorkingPayload state =
        new WorkingPayload("t", TaskState.EXECUTING, List.of(), List.of(), List.of(), null, null);
    RecordDraft other = RecordDraft.builder().payload(state).build();

    assertThatThrownBy(() -> service.supersede(old, other, WHY, ANYBODY))
        .isInstanceOf(ValidationException.class)
        .hasMessageContaining("payload.kind")
        .hasMessageContaining("must be semantic");
  }

  @Test
  void episodes_are_immutable() {
    String id = house.service.record(EngineFixture.event("e", IngestOptions.NONE)).id();

    assertThatThrownBy(() -> service.retract(id, WHY, ANYBODY))
        .isInstanceOf(FailedPreconditionException.class)
        .hasMessage("episodic memory is immutable");
    assertThatThrownBy(() -> service.supersede(id, Facts.successor("x"), WHY, ANYBODY))
        .isInstanceOf(FailedPreconditionException.class);
    assertThatThrownBy(() -> service.contest(id, "x", WHY, ANYBODY))
        .isInstanceOf(FailedPreconditionException.class);
    String fact = Facts.in(house, Facts.draft("Go"));
    assertThatThrownBy(() -> service.merge(List.of(fact, id), Facts.successor("x"), WHY, ANYBODY))
        .isInstanceOf(FailedPreconditionException.class)
        .hasMessage("episodic memory is immutable");
  }

  @Test
  void what_is_retracted_is_not_revised_again() {
    String retracted = Facts.in(house, Facts.draft("Go"));
    String superseded = Facts.in(house, Facts.draft("Rust"));
    String fresh = Facts.in(house, Facts.draft("Zig"));
    service.retract(retracted, WHY, ANYBODY);
    service.supersede(superseded, Facts.successor("C"), WHY, ANYBODY);
    int commits = house.store.commits().size();

    for (String id : List.of(retracted, superseded)) {
      assertRefused(() -> service.retract(id, WHY, ANYBODY));
      assertRefused(() -> service.contest(id, fresh, WHY, ANYBODY));
      assertRefused(() -> service.fork(id, Facts.successor("x"), WHY, ANYBODY));
      assertRefused(() -> service.supersede(id, Facts.successor("x"), WHY, ANYBODY));
      assertRefused(() -> service.merge(List.of(fresh, id), Facts.successor("x"), WHY, ANYBODY));
    }
    assertThat(house.store.commits()).hasSize(commits);
  }

  @Test
  void a_lower_sensitivity_needs_the_right_to_declassify() {
    String old = Facts.in(house, Facts.draft("Go").scope("red").sensitivity(Sensitivity.MEDIUM));
    RecordDraft lower = Facts.successor("Rust").toBuilder().sensitivity(Sensitivity.LOW).build();

    assertThatThrownBy(() -> service.supersede(old, lower, WHY, CLERK))
        .isInstanceOf(AccessDeniedException.class)
        .hasMessage("lowering the sensitivity needs the permission admin");
    assertThat(full(service.supersede(old, lower, WHY, ANYBODY)).sensitivity())
        .isEqualTo(Sensitivity.LOW);
  }

  @Test
  void records_behind_the_gate_are_not_revised() {
    String hidden = Facts.in(house, Facts.draft("Go").sensitivity(Sensitivity.HYPER));
    String above = Facts.in(house, Facts.draft("Go").sensitivity(Sensitivity.HIGH));
    String unscoped = Facts.in(house, Facts.draft("Go"));

    assertThatThrownBy(() -> service.retract(hidden, WHY, CLERK))
        .isInstanceOf(NotFoundException.class);
    assertThatThrownBy(() -> service.retract("no id", WHY, CLERK))
        .isInstanceOf(NotFoundException.class);
    assertThatThrownBy(() -> service.retract(above, WHY, CLERK))
        .isInstanceOf(AccessDeniedException.class)
        .hasMessage("access denied by trust context");
    assertThatThrownBy(() -> service.retract(unscoped, WHY, CLERK))
        .isInstanceOf(AccessDeniedException.class)
        .hasMessage("writing unscoped records needs the permission admin");
    assertThatThrownBy(() -> service.retract(unscoped, WHY, reader()))
        .isInstanceOf(AccessDeniedException.class)
        .hasMessage("revising needs the permission revise");
  }

  @Test
  void a_successor_stays_within_the_scopes_of_the_caller() {
    String old = Facts.in(house, Facts.draft("Go").scope("red"));
    RecordDraft elsewhere = Facts.successor("Rust").toBuilder().scope("blue").build();

    assertThatThrownBy(() -> service.supersede(old, elsewhere, WHY, EngineFixture.within("red")))
        .hasMessage("validation error for scope: must be one of the caller's scopes");
    assertThat(
            full(service.supersede(old, elsewhere, WHY, EngineFixture.within("red", "blue")))
                .scope())
        .isEqualTo("blue");
  }

  @Test
  void merge_sources_share_type_and_scope() {
    String red = Facts.in(house, Facts.draft("Go").scope("red"));
    String blue = Facts.in(house, Facts.draft("Go").scope("blue"));
    String task = house.service.record(snapshot("t", "red")).id();

    assertThatThrownBy(() -> service.merge(List.of(), Facts.successor("x"), WHY, ANYBODY))
        .hasMessage("ids must not be empty");
    assertThatThrownBy(() -> service.merge(List.of(red, blue), Facts.successor("x"), WHY, ANYBODY))
        .hasMessage("validation error for ids: must be of records of one scope");
    assertThatThrownBy(() -> service.merge(List.of(red, task), Facts.successor("x"), WHY, ANYBODY))
        .hasMessage("validation error for ids: must be of records of one type");
  }

  @Test
  void a_draft_that_does_not_fit_is_refused_by_its_field() {
    String old = Facts.in(house, Facts.draft("Go"));
    RecordDraft good = Facts.successor("Rust");

    assertThatThrownBy(
            () ->
                service.supersede(
                    old, RecordDraft.builder().payload(task("t")).build(), WHY, ANYBODY))
        .isInstanceOf(ValidationException.class);
    assertThatThrownBy(
            () -> service.supersede(old, Facts.draft("x").payload(null).build(), WHY, ANYBODY))
        .hasMessage("validation error for payload: is required");
    assertThatThrownBy(
            () -> service.supersede(old, good.toBuilder().confidence(2.0).build(), WHY, ANYBODY))
        .hasMessageStartingWith("validation error for confidence");
    assertThatThrownBy(
            () ->
                service.supersede(
                    old,
                    good.toBuilder()
                        .relations(List.of(new Relation("supports", CLERK.name(), null, null)))
                        .build(),
                    WHY,
                    ANYBODY))
        .hasMessage("validation error for relations[0].target_id: must be an existing record");
    assertThatThrownBy(() -> service.supersede(old, good.toBuilder().id(old).build(), WHY, ANYBODY))
        .isInstanceOf(AlreadyExistsException.class);
    assertThat(house.store.commits()).hasSize(1);
  }

  @Test
  void of_two_revisions_at_the_same_time_one_wins() {
    String id = Facts.in(house, Facts.draft("Go"));
    house.store.beforeNextCommit(() -> service.fork(id, Facts.successor("faster"), WHY, ANYBODY));

    assertThatThrownBy(() -> service.supersede(id, Facts.successor("slower"), WHY, ANYBODY))
        .isInstanceOf(FailedPreconditionException.class)
        .hasMessage("record %s was revised at the same time; read it and try again", id);
    assertThat(house.record(id).isRetired()).isFalse();
    assertThat(house.recordCount()).isEqualTo(2);
  }

  @Test
  void a_fork_of_a_snapshot_needs_a_thread_of_its_own() {
    String source = house.service.record(snapshot("t", "red")).id();

    assertThatThrownBy(
            () ->
                service.fork(
                    source, RecordDraft.builder().payload(task("t")).build(), WHY, ANYBODY))
        .hasMessageStartingWith("validation error for payload.thread_id");
    service.fork(source, RecordDraft.builder().payload(task("u")).build(), WHY, ANYBODY);
    assertThat(house.record(source).isRetired()).isFalse();
  }
}
