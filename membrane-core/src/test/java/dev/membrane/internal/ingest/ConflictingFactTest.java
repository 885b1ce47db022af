package dev.membrane.internal.ingest;

import static dev.membrane.internal.EngineFixture.full;
import static dev.membrane.internal.ingest.StatedFact.milan;
import static dev.membrane.internal.ingest.StatedFact.rome;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.membrane.AccessDeniedException;
import dev.membrane.Caller;
import dev.membrane.IngestAnswer;
import dev.membrane.IngestAnswer.IngestResult;
import dev.membrane.ObservationRequest.OnConflict;
import dev.membrane.Permission;
import dev.membrane.internal.EngineFixture;
import dev.membrane.schema.AuditAction;
import dev.membrane.schema.MemoryRecord;
import dev.membrane.schema.ProvenanceSource;
import dev.membrane.schema.Relation;
import dev.membrane.schema.RevisionStatus;
import dev.membrane.schema.Sensitivity;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class ConflictingFactTest {

  private static final Caller WRITER =
      Caller.named("writer")
          .upTo(Sensitivity.HYPER)
          .permitted(Set.of(Permission.INGEST, Permission.ADMIN));

  private final EngineFixture house = new EngineFixture();

  @Test
  void another_object_is_kept_beside_and_named() {
    String rome = ingest(rome()).record().id();
    house.pass(Duration.ofSeconds(1));
    IngestAnswer milan = ingest(milan());
    house.pass(Duration.ofSeconds(1));

    assertThat(milan.result()).isEqualTo(IngestResult.CREATED);
    assertThat(milan.conflicts()).containsExactly(rome);
    assertThat(ingest(rome()).conflicts()).containsExactly(milan.record().id());
    IngestAnswer turin = ingest(StatedFact.of("user", "lives_in", "\"Turin\""));
    assertThat(turin.conflicts()).containsExactly(milan.record().id(), rome);
  }

  @ParameterizedTest
  @CsvSource({"sky, is", "the, of", "I, am", "???, !!!"})
  void another_object_is_named_where_subject_and_predicate_say_little(String s, String p) {
    String first = ingest(StatedFact.of(s, p, "1")).record().id();

    assertThat(ingest(StatedFact.of(s, p, "2")).conflicts()).containsExactly(first);
  }

  @Test
  void another_object_of_another_predicate_is_none() {
    ingest(rome());

    assertThat(ingest(StatedFact.of("user", "lived_in", "\"Milan\"")).conflicts()).isEmpty();
    assertThat(ingest(StatedFact.of("User", "lives_in", "\"Milan\"")).conflicts()).isEmpty();
  }

  @Test
  void another_object_may_be_replaced() {
    String rome = ingest(rome()).record().id();
    house.pass(Duration.ofSeconds(1));
    IngestAnswer answer = ingest(milan().with(OnConflict.REPLACE));

    MemoryRecord milan = full(answer.record());
    MemoryRecord old = house.record(rome);
    assertThat(answer.result()).isEqualTo(IngestResult.REPLACED);
    assertThat(answer.conflicts()).containsExactly(rome);
    assertThat(old.revision().status()).isEqualTo(RevisionStatus.RETRACTED);
    assertThat(old.revision().supersededBy()).isEqualTo(milan.id());
    assertThat(house.stored(rome).anchor().salience()).isZero();
    assertThat(old.auditLog().get(1).action()).isEqualTo(AuditAction.REVISE);
    assertThat(milan.revision().supersedes()).isEqualTo(rome);
    assertThat(milan.relations())
        .containsExactly(new Relation("supersedes", rome, null, house.instant()));
    assertThat(milan.provenance().sources())
        .extracting(ProvenanceSource::ref)
        .containsExactly("agent", rome);
    assertThat(ingest(milan()).conflicts()).isEmpty();
  }

  @Test
  void what_was_stated_before_another_object_does_not_replace_it() {
    Instant stated = house.instant().minus(Duration.ofDays(3));
    String rome = ingest(rome().at(stated.minusSeconds(1))).record().id();
    String milan = ingest(milan().at(stated)).record().id();
    StatedFact turin = StatedFact.of("user", "lives_in", "\"Turin\"").with(OnConflict.REPLACE);

    IngestAnswer before = ingest(turin.at(stated.minusNanos(1_000)));
    assertThat(before.result()).isEqualTo(IngestResult.CREATED);
    assertThat(before.conflicts()).containsExactlyInAnyOrder(milan, rome);
    assertThat(house.record(milan).isRetired()).isFalse();
    assertThat(house.record(rome).isRetired()).isFalse();
    assertThat(full(before.record()).relations()).isEmpty();

    IngestAnswer then = ingest(turin.at(stated));
    assertThat(then.result()).isEqualTo(IngestResult.REPLACED);
    assertThat(then.record().id()).isEqualTo(before.record().id());
    assertThat(house.record(milan).isRetired()).isTrue();
    assertThat(house.record(rome).isRetired()).isTrue();
  }

  @Test
  void the_latest_statement_of_a_known_fact_counts() {
    Instant stated = house.instant().minus(Duration.ofDays(3));
    ingest(rome().at(stated));
    String rome = ingest(rome().at(stated.plusSeconds(2))).record().id();

    StatedFact milan = milan().with(OnConflict.REPLACE);
    assertThat(ingest(milan.at(stated.plusSeconds(1))).result()).isEqualTo(IngestResult.CREATED);
    assertThat(house.record(rome).isRetired()).isFalse();
    assertThat(ingest(milan.at(stated.plusSeconds(3))).result()).isEqualTo(IngestResult.REPLACED);
    assertThat(house.record(rome).isRetired()).isTrue();
  }

  @Test
  void a_known_fact_may_replace_others() {
    String rome = ingest(rome()).record().id();
    String milan = ingest(milan()).record().id();

    IngestAnswer answer = ingest(milan().with(OnConflict.REPLACE));

    assertThat(answer.result()).isEqualTo(IngestResult.REPLACED);
    assertThat(answer.record().id()).isEqualTo(milan);
    assertThat(house.record(rome).isRetired()).isTrue();
    assertThat(full(answer.record()).revision().supersedes()).isEqualTo(rome);
  }

  @Test
  void another_object_may_be_contested() {
    String rome = ingest(rome()).record().id();
    IngestAnswer answer = ingest(milan().with(OnConflict.CONTEST));
    ingest(milan().with(OnConflict.CONTEST));

    MemoryRecord old = house.record(rome);
    assertThat(answer.result()).isEqualTo(IngestResult.CREATED);
    assertThat(answer.conflicts()).containsExactly(rome);
    assertThat(old.revision().status()).isEqualTo(RevisionStatus.CONTESTED);
    assertThat(old.relations())
        .extracting(Relation::predicate, Relation::targetId)
        .containsExactly(org.assertj.core.groups.Tuple.tuple("contested_by", answer.record().id()));
    assertThat(house.log(rome)).hasSize(2);
    assertThat(ingest(rome()).record().id()).isEqualTo(rome);
  }

  @ParameterizedTest
  @EnumSource(names = {"REPLACE", "CONTEST"})
  void of_two_that_are_observed_at_once_the_slower_finds_the_faster(OnConflict treatment) {
    List<String> faster = new ArrayList<>();
    house.store.beforeNextCommit(() -> faster.add(ingest(rome().with(treatment)).record().id()));
    IngestAnswer slower = ingest(milan().with(treatment));

    assertThat(slower.conflicts()).isEqualTo(faster);
    assertThat(house.record(faster.get(0)).revision().status()).isNotEqualTo(RevisionStatus.ACTIVE);
  }

  @Test
  void a_fact_that_was_deleted_is_no_conflict() {
    String rome = ingest(rome().with(OnConflict.REPLACE)).record().id();
    house.delete(rome);

    assertThat(ingest(milan().with(OnConflict.REPLACE)).result()).isEqualTo(IngestResult.CREATED);
    assertThat(ingest(rome().with(OnConflict.REPLACE)).result()).isEqualTo(IngestResult.REPLACED);
  }

  @Test
  void replacing_and_contesting_take_the_permission_to_revise() {
    ingest(rome());
    for (OnConflict treatment : List.of(OnConflict.REPLACE, OnConflict.CONTEST)) {
      assertThatThrownBy(() -> house.service.ingest(milan().with(treatment).request(), WRITER))
          .isInstanceOf(AccessDeniedException.class);
    }
    assertThat(house.recordCount()).isEqualTo(1);
  }

  private IngestAnswer ingest(StatedFact said) {
    return house.service.ingest(said.request(), Caller.ANONYMOUS);
  }
}
