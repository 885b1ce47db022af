package dev.membrane.internal.revise;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.membrane.TrustContext;
import dev.membrane.internal.EngineFixture;
import dev.membrane.internal.Facts;
import dev.membrane.internal.change.ChangeReason;
import dev.membrane.schema.AuditAction;
import dev.membrane.schema.DecayCurve;
import dev.membrane.schema.DeletionPolicy;
import dev.membrane.schema.LifecycleDraft;
import dev.membrane.schema.MemoryRecord;
import dev.membrane.schema.RecordDraft;
import dev.membrane.schema.RedactedRecord;
import dev.membrane.schema.RevisionState;
import dev.membrane.schema.RevisionStatus;
import dev.membrane.schema.Sensitivity;
import dev.membrane.spi.store.StoredRecord;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Every row of the table of revisions. */
class RevisionServiceTest extends RevisionScenes {

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
  void a_successor_above_the_caller_is_answered_redacted() {
    String old = Facts.in(house, Facts.draft("Go").scope("red"));
    RecordDraft higher = Facts.successor("Rust").toBuilder().sensitivity(Sensitivity.HYPER).build();

    assertThat(service.supersede(old, higher, WHY, CLERK)).isInstanceOf(RedactedRecord.class);
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
  void an_empty_rationale_is_kept_and_a_principal_named_by_name() {
    String id = Facts.in(house, Facts.draft("Go").scope("red"));

    service.retract(id, ChangeReason.of("somebody else", ""), CLERK);

    assertThat(last(house.record(id)).rationale()).isEmpty();
    assertThat(last(house.record(id)).actor()).isEqualTo("clerk");
  }
}
