package dev.membrane.internal.ingest;

import static dev.membrane.internal.EngineFixture.NOON;
import static dev.membrane.internal.EngineFixture.event;
import static dev.membrane.internal.EngineFixture.full;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.membrane.AccessDeniedException;
import dev.membrane.Caller;
import dev.membrane.IngestAnswer;
import dev.membrane.IngestOptions;
import dev.membrane.NotFoundException;
import dev.membrane.ObservationRequest;
import dev.membrane.OutcomeRequest;
import dev.membrane.Permission;
import dev.membrane.internal.EngineFixture;
import dev.membrane.internal.Facts;
import dev.membrane.internal.IngestDoor;
import dev.membrane.internal.change.ChangeReason;
import dev.membrane.schema.AuditAction;
import dev.membrane.schema.AuditEntry;
import dev.membrane.schema.LifecycleDraft;
import dev.membrane.schema.MemoryRecord;
import dev.membrane.schema.OutcomeStatus;
import dev.membrane.schema.ProvenanceKind;
import dev.membrane.schema.ProvenanceSource;
import dev.membrane.schema.Sensitivity;
import dev.membrane.schema.ValidationException;
import dev.membrane.spi.commit.Changeset;
import dev.membrane.spi.commit.Key;
import dev.membrane.spi.store.StoredRecord;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class OutcomeTest {

  private static final String UNKNOWN = "99999999-0000-7000-8000-000000000000";

  private final EngineFixture house = new EngineFixture();
  private final IngestDoor service = house.service;

  @ParameterizedTest
  @EnumSource(OutcomeStatus.class)
  void an_outcome_is_recorded_on_its_episode(OutcomeStatus status) {
    String id = service.record(event("e", IngestOptions.NONE)).id();
    StoredRecord before = house.stored(id);
    house.pass(Duration.ofHours(1));

    MemoryRecord after =
        full(
            service.record(
                OutcomeRequest.builder()
                    .source("judge")
                    .targetRecordId(id)
                    .status(status)
                    .timestamp(NOON)
                    .build()));

    assertThat(EngineFixture.episodic(after).outcome()).isEqualTo(status);
    String ref = "outcome:" + id + ":" + status.wireName();
    assertThat(after.provenance().sources().get(1))
        .isEqualTo(new ProvenanceSource(ProvenanceKind.OUTCOME, ref, null, "judge", NOON));
    assertThat(after.auditLog().get(1))
        .isEqualTo(
            new AuditEntry(
                AuditAction.REVISE,
                "judge",
                house.instant(),
                "Outcome recorded: " + status.wireName()));
    assertThat(after.updatedAt()).isEqualTo(house.instant());
    assertThat(after.confidence()).isEqualTo(0.8);
    assertThat(after.salience()).isEqualTo(0.5);
    assertThat(house.stored(id).anchor()).isEqualTo(before.anchor());
  }

  @Test
  void the_id_may_be_written_in_capitals() {
    String id = service.record(event("e", IngestOptions.NONE)).id();
    for (int i = 0; i < 9; i++) {
      id = service.record(event("e", IngestOptions.NONE)).id();
    }

    MemoryRecord record =
        full(service.record(outcome(id.toUpperCase(Locale.ROOT), OutcomeStatus.PARTIAL)));

    assertThat(id).startsWith("0000000a");
    assertThat(record.id()).isEqualTo(id);
    assertThat(record.provenance().sources().get(1).ref()).isEqualTo("outcome:" + id + ":partial");
  }

  @Test
  void a_different_outcome_may_follow_and_is_audited() {
    String id = service.record(event("e", IngestOptions.NONE)).id();
    service.record(outcome(id, OutcomeStatus.SUCCESS));

    MemoryRecord record = full(service.record(outcome(id, OutcomeStatus.FAILURE)));

    assertThat(EngineFixture.episodic(record).outcome()).isEqualTo(OutcomeStatus.FAILURE);
    assertThat(EngineFixture.rationales(record))
        .containsExactly(
            "Ingested event from agent", "Outcome recorded: success", "Outcome recorded: failure");
  }

  @Test
  void the_same_outcome_again_is_another_witness() {
    String id = service.record(event("e", IngestOptions.NONE)).id();
    service.record(outcome(id, OutcomeStatus.SUCCESS));

    MemoryRecord record = full(service.record(outcome(id, OutcomeStatus.SUCCESS)));

    assertThat(record.auditLog()).hasSize(3);
    assertThat(record.provenance().sources()).hasSize(3);
  }

  @ParameterizedTest
  @ValueSource(strings = {UNKNOWN, "a1b2c3d4-...", "nonsense", "a\u2028b"})
  void what_is_not_there_is_not_found(String id) {
    assertThatThrownBy(() -> service.record(outcome(id, OutcomeStatus.SUCCESS)))
        .isInstanceOf(NotFoundException.class)
        .hasMessage("record not found");
  }

  @Test
  void what_is_deleted_is_not_found() {
    String id = service.record(event("e", IngestOptions.NONE)).id();
    house.delete(id);

    assertThatThrownBy(() -> service.record(outcome(id, OutcomeStatus.SUCCESS)))
        .isInstanceOf(NotFoundException.class);
  }

  @Test
  void only_an_episode_has_an_outcome() {
    ObservationRequest fact =
        ObservationRequest.builder().source("s").subject("a").predicate("b").build();
    String id = service.record(fact).id();

    assertThatThrownBy(() -> service.record(outcome(id, OutcomeStatus.SUCCESS)))
        .isInstanceOfSatisfying(
            ValidationException.class,
            fault -> assertThat(fault.field()).isEqualTo("target_record_id"))
        .hasMessage("record " + id + " is not episodic");
  }

  @Test
  void an_episode_far_above_the_caller_is_like_an_unknown_one() {
    String id = secret(Sensitivity.HIGH);

    assertThatThrownBy(
            () ->
                service.record(
                    outcome(id, OutcomeStatus.SUCCESS), EngineFixture.upTo(Sensitivity.LOW)))
        .isInstanceOf(NotFoundException.class)
        .hasMessage("record not found");
  }

  @Test
  void an_episode_of_another_scope_is_like_an_unknown_one() {
    String id = service.record(event("e", IngestOptions.NONE.scope("blue"))).id();

    assertThatThrownBy(
            () -> service.record(outcome(id, OutcomeStatus.SUCCESS), EngineFixture.within("red")))
        .isInstanceOf(NotFoundException.class);
  }

  @Test
  void an_episode_one_level_above_the_caller_is_denied_whatever_it_is() {
    String id = secret(Sensitivity.HIGH);

    assertThatThrownBy(
            () ->
                service.record(
                    outcome(id, OutcomeStatus.SUCCESS), EngineFixture.upTo(Sensitivity.MEDIUM)))
        .isInstanceOf(AccessDeniedException.class)
        .hasMessage("access denied by trust context");
    assertThat(house.store.commits()).hasSize(1);
  }

  @Test
  void the_policy_looks_at_outcomes_too() {
    assertThatThrownBy(() -> service.record(OutcomeRequest.builder().source("s").build()))
        .hasMessage("target record ID is required for outcome candidates");
    assertThatThrownBy(
            () ->
                service.record(
                    OutcomeRequest.builder().source("s").targetRecordId(UNKNOWN).build()))
        .hasMessage("outcome status is required for outcome candidates");
  }

  @Test
  void a_success_reinforces_what_was_used_and_a_failure_penalizes_it() {
    String id = service.record(event("e", IngestOptions.NONE)).id();
    String fact = Facts.in(house, Facts.draft("Go").salience(0.5));

    service.record(using(id, OutcomeStatus.SUCCESS, fact));
    assertThat(salience(fact)).isCloseTo(0.6, within(1e-9));
    service.record(using(id, OutcomeStatus.SUCCESS, fact));
    assertThat(salience(fact)).isCloseTo(0.6, within(1e-9));
    service.record(outcome(id, OutcomeStatus.FAILURE));
    assertThat(salience(fact)).isCloseTo(0.4, within(1e-9));
    service.record(outcome(id, OutcomeStatus.PARTIAL));
    assertThat(salience(fact)).isCloseTo(0.5, within(1e-9));

    assertThat(house.record(fact).auditLog())
        .extracting(AuditEntry::action)
        .containsExactly(
            AuditAction.CREATE, AuditAction.REINFORCE, AuditAction.DECAY, AuditAction.REINFORCE);
    assertThat(EngineFixture.rationales(house.record(fact)))
        .contains("Used in episode " + id + ", which ended in success");
  }

  @Test
  void at_the_lower_bound_a_changed_outcome_takes_back_what_was_applied() {
    String id = service.record(event("e", IngestOptions.NONE)).id();
    String fact = Facts.in(house, Facts.draft("Go").salience(0.05));

    service.record(using(id, OutcomeStatus.FAILURE, fact));
    assertThat(salience(fact)).isZero();
    service.record(outcome(id, OutcomeStatus.SUCCESS));
    assertThat(salience(fact)).isCloseTo(0.15, within(1e-12));
    service.record(outcome(id, OutcomeStatus.PARTIAL));
    assertThat(salience(fact)).isCloseTo(0.05, within(1e-12));
    service.record(outcome(id, OutcomeStatus.FAILURE));
    assertThat(salience(fact)).isZero();
  }

  @Test
  void at_the_upper_bound_a_changed_outcome_takes_back_what_was_applied() {
    String id = service.record(event("e", IngestOptions.NONE)).id();
    String nearly = Facts.in(house, Facts.draft("Go").salience(0.97));
    String full = Facts.in(house, Facts.draft("C").salience(1.0));
    String above = Facts.in(house, Facts.draft("Zig").salience(3.0));

    service.record(using(id, OutcomeStatus.SUCCESS, nearly, full, above));
    assertSaliences(List.of(1.0, 1.0, 3.0), nearly, full, above);
    service.record(outcome(id, OutcomeStatus.FAILURE));
    assertSaliences(List.of(0.87, 0.9, 2.9), nearly, full, above);
    service.record(outcome(id, OutcomeStatus.PARTIAL));
    assertSaliences(List.of(0.97, 1.0, 3.0), nearly, full, above);
  }

  @Test
  void at_a_floor_a_changed_outcome_takes_back_what_was_applied() {
    LifecycleDraft floored = LifecycleDraft.builder().minSalience(0.3).build();
    String id = service.record(event("e", IngestOptions.NONE)).id();
    String above = Facts.in(house, Facts.draft("Go").salience(0.35).lifecycle(floored));
    String below = Facts.in(house, Facts.draft("C").salience(0.1).lifecycle(floored));

    service.record(using(id, OutcomeStatus.FAILURE, above, below));
    assertSaliences(List.of(0.3, 0.1), above, below);
    service.record(outcome(id, OutcomeStatus.SUCCESS));
    assertSaliences(List.of(0.45, 0.2), above, below);
    service.record(outcome(id, OutcomeStatus.PARTIAL));
    assertSaliences(List.of(0.35, 0.1), above, below);
  }

  @Test
  void what_is_taken_back_has_decayed_like_all_else() {
    LifecycleDraft daily = LifecycleDraft.builder().halfLifeSeconds(86_400L).build();
    String id = service.record(event("e", IngestOptions.NONE)).id();
    String raised = Facts.in(house, Facts.draft("Go").salience(0.97).lifecycle(daily));
    String untouched = Facts.in(house, Facts.draft("C").salience(0.97).lifecycle(daily));
    service.record(using(id, OutcomeStatus.SUCCESS, raised));
    house.pass(Duration.ofDays(3));

    service.record(outcome(id, OutcomeStatus.PARTIAL));

    assertThat(salience(raised)).isCloseTo(salience(untouched), within(1e-12));
    house.pass(Duration.ofDays(1));
    assertThat(salience(raised)).isCloseTo(salience(untouched), within(1e-12));
  }

  @Test
  void what_others_did_meanwhile_stays_and_no_salience_rises_above_one() {
    String id = service.record(event("e", IngestOptions.NONE)).id();
    String praised = Facts.in(house, Facts.draft("Go").salience(1.0));
    String blamed = Facts.in(house, Facts.draft("C").salience(0.95));
    ChangeReason why = ChangeReason.of("", "");
    service.record(using(id, OutcomeStatus.FAILURE, praised));
    house.decay.reinforce(praised, why, Caller.ANONYMOUS);
    String other = service.record(event("e", IngestOptions.NONE)).id();
    service.record(using(other, OutcomeStatus.SUCCESS, blamed));
    house.decay.penalize(blamed, 0.4, why, Caller.ANONYMOUS);

    service.record(outcome(id, OutcomeStatus.PARTIAL));
    service.record(outcome(other, OutcomeStatus.PARTIAL));

    assertSaliences(List.of(1.0, 0.55), praised, blamed);
  }

  @Test
  void an_effect_whose_size_was_not_kept_is_taken_back_by_the_gain() {
    String id = service.record(event("e", IngestOptions.NONE)).id();
    String fact = Facts.in(house, Facts.draft("Go").salience(0.5));
    house.store.commit(Changeset.builder().addKey(new Key("used:" + id, fact + "=1", id)).build());

    service.record(outcome(id, OutcomeStatus.PARTIAL));

    assertSaliences(List.of(0.4), fact);
  }

  private void assertSaliences(List<Double> expected, String... ids) {
    for (int i = 0; i < ids.length; i++) {
      assertThat(salience(ids[i])).isCloseTo(expected.get(i), within(1e-12));
    }
  }

  @Test
  void used_records_that_cannot_be_judged_are_named() {
    String id = service.record(event("e", IngestOptions.NONE.scope("red"))).id();
    String retracted = Facts.in(house, Facts.draft("Go").scope("red"));
    String foreign = Facts.in(house, Facts.draft("Go").scope("blue"));
    String active = Facts.in(house, Facts.draft("Zig").scope("red"));
    house.revision.retract(retracted, ChangeReason.of("", ""), Caller.ANONYMOUS);
    StoredRecord before = house.stored(foreign);

    IngestAnswer answer =
        service.ingest(
            using(id, OutcomeStatus.SUCCESS, "no id", UNKNOWN, retracted, active, foreign),
            EngineFixture.within("red"));

    assertThat(answer.skipped()).containsExactly("no id", UNKNOWN, retracted, foreign);

    String rationale = EngineFixture.rationales(house.record(id)).get(1);
    assertThat(rationale)
        .startsWith("Outcome recorded: success; skipped used records: ")
        .contains("no id", UNKNOWN, retracted, foreign);
    assertThat(house.stored(foreign)).isEqualTo(before);
  }

  @Test
  void naming_used_records_needs_the_right_to_revise() {
    String id = service.record(event("e", IngestOptions.NONE.scope("red"))).id();
    Caller reporter = Caller.named("rep").permitted(Set.of(Permission.INGEST));

    assertThatThrownBy(() -> service.record(using(id, OutcomeStatus.SUCCESS, UNKNOWN), reporter))
        .isInstanceOf(AccessDeniedException.class)
        .hasMessage("naming used records needs the permission revise");
    assertThat(EngineFixture.episodic(house.record(id)).outcome()).isNull();
    service.record(outcome(id, OutcomeStatus.SUCCESS), reporter);
  }

  private double salience(String id) {
    return house.stored(id).salienceAt(house.instant());
  }

  private static OutcomeRequest using(String id, OutcomeStatus status, String... used) {
    return OutcomeRequest.builder()
        .source("judge")
        .targetRecordId(id)
        .status(status)
        .usedRecordIds(List.of(used))
        .build();
  }

  private String secret(Sensitivity level) {
    return service.record(event("e", IngestOptions.NONE.sensitivity(level))).id();
  }

  private static OutcomeRequest outcome(String id, OutcomeStatus status) {
    return OutcomeRequest.of("judge", id, status);
  }
}
