package dev.membrane.internal.revise;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.membrane.AccessDeniedException;
import dev.membrane.AlreadyExistsException;
import dev.membrane.Caller;
import dev.membrane.FailedPreconditionException;
import dev.membrane.IngestOptions;
import dev.membrane.NotFoundException;
import dev.membrane.Permission;
import dev.membrane.TrustContext;
import dev.membrane.WorkingStateRequest;
import dev.membrane.internal.EngineFixture;
import dev.membrane.internal.Facts;
import dev.membrane.internal.change.ChangeReason;
import dev.membrane.schema.AuditAction;
import dev.membrane.schema.AuditEntry;
import dev.membrane.schema.DecayCurve;
import dev.membrane.schema.DeletionPolicy;
import dev.membrane.schema.LifecycleDraft;
import dev.membrane.schema.MemoryRecord;
import dev.membrane.schema.ProvenanceKind;
import dev.membrane.schema.ProvenanceSource;
import dev.membrane.schema.RecordDraft;
import dev.membrane.schema.RecordView;
import dev.membrane.schema.RedactedRecord;
import dev.membrane.schema.Relation;
import dev.membrane.schema.RevisionState;
import dev.membrane.schema.RevisionStatus;
import dev.membrane.schema.Sensitivity;
import dev.membrane.schema.TaskState;
import dev.membrane.schema.ValidationException;
import dev.membrane.schema.WorkingPayload;
import dev.membrane.spi.store.StoredRecord;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;

/** Every row of the table of revisions, and what they refuse. */
class RevisionServiceTest {

  private static final ChangeReason WHY = ChangeReason.of("ann", "she said so");
  private static final Caller ANYBODY = Caller.ANONYMOUS;
  private static final Caller CLERK =
      Caller.named("clerk").upTo(Sensitivity.MEDIUM).permitted(Set.of(Permission.REVISE));

  private final EngineFixture house = new EngineFixture();
  private final RevisionService service = house.revision;

  @Test
  void superseding_retracts_the_old_record_in_favour_of_the_new() {
    String old = Facts.in(house, Facts.draft("Go"));
    house.pass(Duration.ofDays(30));

    MemoryRecord successor = full(service.supersede(old, Facts.successor("Rust"), WHY, ANYBODY));

    MemoryRecord retracted = house.record(old);
    assertThat(retracted.revision())
        .isEqualTo(new RevisionState(null, successor.id(), RevisionStatus.RETRACTED));
    assertThat(house.stored(old).salienceAt(house.instant())).isZero();
    assertThat(retracted.updatedAt()).isEqualTo(house.instant());
    assertThat(last(retracted)).isEqualTo(entry(AuditAction.REVISE));
    assertThat(successor.revision()).isEqualTo(new RevisionState(old, null, RevisionStatus.ACTIVE));
    assertThat(successor.relations()).containsExactly(relation("supersedes", old));
    assertThat(successor.provenance().sources()).containsExactly(source(old));
    assertThat(successor.auditLog()).containsExactly(entry(AuditAction.CREATE));
  }

  @Test
  void a_successor_inherits_what_the_draft_leaves_out_except_tags() {
    LifecycleDraft lifecycle =
        LifecycleDraft.builder().halfLifeSeconds(86_400L).pinned(false).minSalience(0.1).build();
    String old =
        Facts.in(
            house,
            Facts.draft("Go")
                .scope("red")
                .sensitivity(Sensitivity.HIGH)
                .confidence(0.4)
                .salience(0.8)
                .tags(List.of("t"))
                .lifecycle(lifecycle));
    house.pass(Duration.ofDays(1));

    MemoryRecord successor = full(service.supersede(old, Facts.successor("Rust"), WHY, ANYBODY));

    assertThat(successor.salience()).isEqualTo(0.4);
    assertThat(successor.scope()).isEqualTo("red");
    assertThat(successor.sensitivity()).isEqualTo(Sensitivity.HIGH);
    assertThat(successor.confidence()).isEqualTo(0.4);
    assertThat(successor.lifecycle()).isEqualTo(house.record(old).lifecycle());
    assertThat(successor.tags()).isEmpty();
  }

  @Test
  void a_lifecycle_given_in_part_inherits_the_rest() {
    String old =
        Facts.in(house, Facts.draft("Go").lifecycle(LifecycleDraft.builder().pinned(true).build()));
    RecordDraft linear =
        Facts.successor("Rust").toBuilder()
            .lifecycle(LifecycleDraft.builder().curve(DecayCurve.LINEAR).build())
            .build();

    MemoryRecord successor = full(service.supersede(old, linear, WHY, ANYBODY));

    assertThat(successor.lifecycle().pinned()).isTrue();
    assertThat(successor.lifecycle().decay().curve()).isEqualTo(DecayCurve.LINEAR);
    assertThat(successor.lifecycle().decay().halfLifeSeconds()).isEqualTo(2_592_000);
  }

  @Test
  void a_successor_was_not_reinforced_in_the_far_future() {
    String old = Facts.in(house, Facts.draft("Go"));
    LifecycleDraft far =
        LifecycleDraft.builder().lastReinforcedAt(Instant.parse("9999-01-01T00:00:00Z")).build();
    RecordDraft successor = Facts.successor("Rust").toBuilder().lifecycle(far).build();

    assertThatThrownBy(() -> service.supersede(old, successor, WHY, ANYBODY))
        .hasMessageStartingWith("validation error for lifecycle.last_reinforced_at: is too far");
  }

  @Test
  void forking_leaves_the_source_active() {
    String source = Facts.in(house, Facts.draft("Go"));
    house.pass(Duration.ofDays(1));
    StoredRecord before = house.stored(source);

    MemoryRecord fork = full(service.fork(source, Facts.successor("Rust"), WHY, ANYBODY));

    StoredRecord after = house.stored(source);
    assertThat(after.anchor()).isEqualTo(before.anchor());
    assertThat(after.record().isRetired()).isFalse();
    assertThat(last(after.record())).isEqualTo(entry(AuditAction.FORK));
    assertThat(fork.revision()).isEqualTo(new RevisionState(null, null, RevisionStatus.ACTIVE));
    assertThat(fork.relations()).containsExactly(relation("derived_from", source));
    assertThat(fork.salience()).isEqualTo(before.salienceAt(house.instant()));
  }

  @Test
  void merging_retracts_every_source_and_inherits_the_highest() {
    String one = Facts.in(house, Facts.draft("Go").confidence(0.3).salience(0.9));
    String two =
        Facts.in(
            house,
            Facts.draft("Rust").confidence(0.6).salience(0.2).sensitivity(Sensitivity.MEDIUM));

    MemoryRecord merged =
        full(service.merge(List.of(one, two, one), Facts.successor("both"), WHY, ANYBODY));

    for (String id : List.of(one, two)) {
      MemoryRecord source = house.record(id);
      assertThat(source.revision())
          .isEqualTo(new RevisionState(null, merged.id(), RevisionStatus.RETRACTED));
      assertThat(house.stored(id).salienceAt(house.instant())).isZero();
      assertThat(last(source)).isEqualTo(entry(AuditAction.MERGE));
    }
    assertThat(merged.relations())
        .containsExactly(relation("derived_from", one), relation("derived_from", two));
    assertThat(merged.provenance().sources()).containsExactly(source(one), source(two));
    assertThat(merged.confidence()).isEqualTo(0.6);
    assertThat(merged.salience()).isEqualTo(0.9);
    assertThat(merged.sensitivity()).isEqualTo(Sensitivity.MEDIUM);
    assertThat(house.store.commits()).hasSize(3);
  }

  @Test
  void retracting_withdraws_without_a_successor() {
    String id = Facts.in(house, Facts.draft("Go"));

    service.retract(id, WHY, ANYBODY);

    MemoryRecord record = house.record(id);
    assertThat(record.revision())
        .isEqualTo(new RevisionState(null, null, RevisionStatus.RETRACTED));
    assertThat(house.stored(id).salienceAt(house.instant())).isZero();
    assertThat(last(record)).isEqualTo(entry(AuditAction.DELETE));
  }

  @Test
  void contesting_relates_to_a_record_that_the_caller_sees() {
    String id = Facts.in(house, Facts.draft("Go"));
    String other = Facts.in(house, Facts.draft("Rust"));
    StoredRecord before = house.stored(id);

    service.contest(id, other, WHY, ANYBODY);

    MemoryRecord contested = house.record(id);
    assertThat(contested.revision())
        .isEqualTo(new RevisionState(null, null, RevisionStatus.CONTESTED));
    assertThat(contested.relations()).containsExactly(relation("contested_by", other));
    assertThat(last(contested)).isEqualTo(entry(AuditAction.REVISE));
    assertThat(contested.isRetired()).isFalse();
    assertThat(house.stored(id).anchor()).isEqualTo(before.anchor());
  }

  @Test
  void a_reference_that_the_caller_cannot_see_is_evidence_in_words() {
    String id = Facts.in(house, Facts.draft("Go"));
    String hidden = Facts.in(house, Facts.draft("Rust").sensitivity(Sensitivity.HYPER));
    ChangeReason low = new ChangeReason("ann", "", TrustContext.upTo(Sensitivity.LOW));

    service.contest(id, hidden, low, ANYBODY);
    service.contest(id, "ticket 12", WHY, ANYBODY);

    MemoryRecord contested = house.record(id);
    assertThat(contested.relations()).isEmpty();
    assertThat(EngineFixture.rationales(contested))
        .endsWith("Contested by " + hidden, "Contested by ticket 12: she said so");
  }

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
  void nothing_deletes_a_merged_record_that_one_of_its_sources_was_safe_from() {
    LifecycleDraft never =
        LifecycleDraft.builder().deletionPolicy(DeletionPolicy.NEVER).pinned(true).build();
    LifecycleDraft manual =
        LifecycleDraft.builder()
            .deletionPolicy(DeletionPolicy.MANUAL_ONLY)
            .halfLifeSeconds(86_400L)
            .build();
    for (int strict = 0; strict < 2; strict++) {
      String first = Facts.in(house, Facts.draft("Go").scope("red").salience(0.9));
      String second =
          Facts.in(
              house,
              Facts.draft("Rust")
                  .scope("red")
                  .salience(0.4)
                  .lifecycle(strict == 0 ? manual : never));
      MemoryRecord merged =
          full(service.merge(List.of(first, second), Facts.successor("both"), WHY, CLERK));
      assertThat(merged.lifecycle())
          .isEqualTo(
              house
                  .record(first)
                  .lifecycle()
                  .withPinned(strict == 1)
                  .withDeletionPolicy(
                      strict == 0 ? DeletionPolicy.MANUAL_ONLY : DeletionPolicy.NEVER));
    }
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
  void a_successor_above_the_caller_is_answered_redacted() {
    String old = Facts.in(house, Facts.draft("Go").scope("red"));
    RecordDraft higher = Facts.successor("Rust").toBuilder().sensitivity(Sensitivity.HYPER).build();

    assertThat(service.supersede(old, higher, WHY, CLERK)).isInstanceOf(RedactedRecord.class);
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
  void a_reinforcement_in_between_does_not_lose_the_revision() {
    String id = Facts.in(house, Facts.draft("Go"));
    house.store.beforeNextCommit(() -> house.decay.reinforce(id, WHY, ANYBODY));

    service.supersede(id, Facts.successor("Rust"), WHY, ANYBODY);

    assertThat(house.record(id).isRetired()).isTrue();
    assertThat(house.record(id).auditLog()).hasSize(3);
  }

  @Test
  void the_successor_of_a_snapshot_is_the_current_one_of_its_thread() {
    String first = house.service.record(snapshot("t", "red")).id();

    String second =
        service
            .supersede(first, RecordDraft.builder().payload(task("t")).build(), WHY, ANYBODY)
            .id();
    String third = house.service.record(snapshot("t", "red")).id();

    assertThat(house.record(first).revision().status()).isEqualTo(RevisionStatus.RETRACTED);
    assertThat(house.record(second).revision().supersededBy()).isEqualTo(third);
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

  @Test
  void an_empty_rationale_is_kept_and_a_principal_named_by_name() {
    String id = Facts.in(house, Facts.draft("Go").scope("red"));

    service.retract(id, ChangeReason.of("somebody else", ""), CLERK);

    assertThat(last(house.record(id)).rationale()).isEmpty();
    assertThat(last(house.record(id)).actor()).isEqualTo("clerk");
  }

  private static void assertRefused(ThrowingCallable call) {
    assertThatThrownBy(call)
        .isInstanceOf(FailedPreconditionException.class)
        .hasMessageEndingWith("is retracted");
  }

  private static Caller reader() {
    return Caller.named("reader").permitted(Set.of(Permission.RETRIEVE));
  }

  private static WorkingStateRequest snapshot(String thread, String scope) {
    return WorkingStateRequest.builder()
        .source("agent")
        .threadId(thread)
        .state(TaskState.EXECUTING)
        .options(IngestOptions.NONE.scope(scope))
        .build();
  }

  private static WorkingPayload task(String thread) {
    return new WorkingPayload(
        thread, TaskState.BLOCKED, List.of(), List.of(), List.of(), null, null);
  }

  private AuditEntry entry(AuditAction action) {
    return new AuditEntry(action, "ann", house.instant(), "she said so");
  }

  private Relation relation(String predicate, String target) {
    return new Relation(predicate, target, null, house.instant());
  }

  private ProvenanceSource source(String id) {
    return new ProvenanceSource(ProvenanceKind.EVENT, id, null, "ann", house.instant());
  }

  private static AuditEntry last(MemoryRecord record) {
    return record.auditLog().get(record.auditLog().size() - 1);
  }

  private static MemoryRecord full(RecordView view) {
    return EngineFixture.full(view);
  }
}
