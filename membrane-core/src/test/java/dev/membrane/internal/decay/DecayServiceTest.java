package dev.membrane.internal.decay;

import static dev.membrane.internal.EngineFixture.NOON;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.membrane.AccessDeniedException;
import dev.membrane.Caller;
import dev.membrane.FailedPreconditionException;
import dev.membrane.NotFoundException;
import dev.membrane.TrustContext;
import dev.membrane.internal.EngineFixture;
import dev.membrane.internal.Facts;
import dev.membrane.internal.change.ChangeReason;
import dev.membrane.schema.AuditAction;
import dev.membrane.schema.AuditEntry;
import dev.membrane.schema.DecayCurve;
import dev.membrane.schema.DeletionPolicy;
import dev.membrane.schema.LifecycleDraft;
import dev.membrane.schema.MemoryRecord;
import dev.membrane.schema.RecordDraft;
import dev.membrane.schema.Sensitivity;
import dev.membrane.schema.ValidationException;
import dev.membrane.spi.store.AuditTrail.AuditLink;
import dev.membrane.spi.store.StoredRecord;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Reinforce, penalize and delete. */
class DecayServiceTest {

  private static final ChangeReason WHY = ChangeReason.of("ann", "");
  private static final Caller ANYBODY = Caller.ANONYMOUS;

  private final EngineFixture house = new EngineFixture();
  private final DecayService service = house.decay;

  @Test
  void a_reinforcement_adds_its_gain_to_what_decay_has_left() {
    String id = Facts.in(house, fading(86_400).salience(0.8));
    house.pass(Duration.ofDays(1));

    service.reinforce(id, WHY, ANYBODY);

    assertThat(live(id)).isCloseTo(0.4 + 0.1, within(1e-12));
    MemoryRecord record = house.record(id);
    assertThat(record.lifecycle().lastReinforcedAt()).isEqualTo(house.instant());
    assertThat(record.updatedAt()).isEqualTo(house.instant());
    assertThat(last(record))
        .isEqualTo(new AuditEntry(AuditAction.REINFORCE, "ann", house.instant(), ""));
    house.pass(Duration.ofDays(1));
    assertThat(live(id)).isCloseTo(0.25, within(1e-12));
  }

  @Test
  void a_reinforcement_ends_at_one_and_never_lowers() {
    String high = Facts.in(house, fading(86_400).salience(0.95));
    String higher = Facts.in(house, fading(86_400).salience(3.0));

    service.reinforce(high, WHY, ANYBODY);
    service.reinforce(higher, WHY, ANYBODY);

    assertThat(live(high)).isEqualTo(1);
    assertThat(live(higher)).isEqualTo(3);
  }

  @ParameterizedTest
  @EnumSource(
      value = DecayCurve.class,
      names = {"EXPONENTIAL", "LINEAR"})
  void no_reinforcement_lowers_what_comes_later_wherever_the_clock_stands(DecayCurve curve) {
    Random random = new Random(20_261_130);
    for (int trial = 0; trial < 200; trial++) {
      LifecycleDraft lifecycle =
          LifecycleDraft.builder()
              .curve(curve)
              .halfLifeSeconds(86_400L)
              .minSalience(random.nextInt(2) * 0.2)
              .build();
      String id =
          Facts.in(
              house,
              Facts.draft("Go " + trial).salience(2 * random.nextDouble()).lifecycle(lifecycle));
      for (int step = 0; step < 3; step++) {
        StoredRecord before = house.stored(id);
        house.set(NOON.plusSeconds(random.nextInt(-1_000_000, 1_000_000)));
        service.reinforce(id, WHY, ANYBODY);
        StoredRecord after = house.stored(id);
        assertThat(after.record().lifecycle().lastReinforcedAt())
            .isAfterOrEqualTo(before.record().lifecycle().lastReinforcedAt());
        for (int day = 0; day < 30; day++) {
          Instant later = house.instant().plus(Duration.ofDays(day));
          assertThat(after.salienceAt(later))
              .as("trial %s, %s later", trial, day)
              .isGreaterThanOrEqualTo(before.salienceAt(later) - 1e-12);
        }
      }
    }
  }

  @Test
  void what_a_clock_that_is_behind_changes_counts_from_the_last_change() {
    String id = Facts.in(house, fading(3_600).salience(0.5));
    Instant made = house.instant();
    house.set(made.minus(Duration.ofDays(2_000)));

    service.reinforce(id, WHY, ANYBODY);
    service.penalize(id, 0.2, WHY, ANYBODY);

    assertThat(house.record(id).lifecycle().lastReinforcedAt()).isEqualTo(made);
    house.set(made.plus(Duration.ofHours(1)));
    assertThat(live(id)).isCloseTo(0.2, within(1e-12));
  }

  @Test
  void a_record_without_a_gain_of_its_own_gets_the_configured_one() {
    RecordDraft.Builder own = fading(86_400).salience(0.5);
    String id =
        Facts.in(house, own.lifecycle(LifecycleDraft.builder().reinforcementGain(0.25).build()));

    service.reinforce(id, WHY, ANYBODY);

    assertThat(live(id)).isEqualTo(0.75);
  }

  @Test
  void a_penalty_stops_at_the_floor_and_never_raises() {
    LifecycleDraft floored = LifecycleDraft.builder().minSalience(0.3).build();
    String id = Facts.in(house, fading(86_400).salience(0.8).lifecycle(floored));
    String below = Facts.in(house, fading(86_400).salience(0.2).lifecycle(floored));
    Instant reinforced = house.record(id).lifecycle().lastReinforcedAt();

    service.penalize(id, 0.1, WHY, ANYBODY);
    assertThat(live(id)).isCloseTo(0.7, within(1e-12));
    service.penalize(id, 7, WHY, ANYBODY);
    service.penalize(below, 1, WHY, ANYBODY);

    assertThat(live(id)).isEqualTo(0.3);
    assertThat(live(below)).isEqualTo(0.2);
    assertThat(house.record(id).lifecycle().lastReinforcedAt()).isEqualTo(reinforced);
    assertThat(last(house.record(id)).action()).isEqualTo(AuditAction.DECAY);
  }

  @ParameterizedTest
  @ValueSource(doubles = {-0.1, Double.NaN, Double.POSITIVE_INFINITY})
  void a_penalty_is_a_finite_amount(double amount) {
    String id = Facts.in(house, fading(86_400));

    assertThatThrownBy(() -> service.penalize(id, amount, WHY, ANYBODY))
        .isInstanceOf(ValidationException.class)
        .hasMessage("amount must be non-negative and finite");
  }

  @Test
  void what_is_retracted_does_not_rise_or_fall() {
    String id = Facts.in(house, fading(86_400));
    house.revision.retract(id, WHY, ANYBODY);

    assertThatThrownBy(() -> service.reinforce(id, WHY, ANYBODY))
        .isInstanceOf(FailedPreconditionException.class);
    assertThatThrownBy(() -> service.penalize(id, 0.1, WHY, ANYBODY))
        .isInstanceOf(FailedPreconditionException.class);
    assertThat(live(id)).isZero();
  }

  @Test
  void a_deleted_record_leaves_its_audit_log() {
    String id = Facts.in(house, fading(86_400));

    service.delete(id, ChangeReason.of("ann", "wrong"), ANYBODY);

    assertThat(house.store.get(List.of(id))).isEmpty();
    assertThat(house.log(id))
        .extracting(link -> link.entry().action())
        .containsExactly(AuditAction.CREATE, AuditAction.DELETE);
    assertThat(house.log(id).get(1).entry().rationale()).isEqualTo("wrong");
    assertThatThrownBy(() -> service.delete(id, WHY, ANYBODY))
        .isInstanceOf(NotFoundException.class);
  }

  @Test
  void what_may_never_be_deleted_is_not_but_what_is_manual_or_pinned_is() {
    String never =
        Facts.in(house, Facts.draft("a").lifecycle(policy(DeletionPolicy.NEVER).build()));
    String manual =
        Facts.in(
            house,
            Facts.draft("b").lifecycle(policy(DeletionPolicy.MANUAL_ONLY).pinned(true).build()));

    assertThatThrownBy(() -> service.delete(never, WHY, ANYBODY))
        .isInstanceOf(FailedPreconditionException.class)
        .hasMessage(
            "record %s has the deletion_policy never; an admin may delete it with override_policy",
            never);
    service.delete(manual, WHY, ANYBODY);

    assertThat(house.recordCount()).isEqualTo(1);
    house.revision.retract(never, WHY, ANYBODY);
  }

  @Test
  void an_admin_overrides_the_policy_and_the_audit_log_says_so() {
    String never =
        Facts.in(house, Facts.draft("a").lifecycle(policy(DeletionPolicy.NEVER).build()));
    String silent =
        Facts.in(house, Facts.draft("b").lifecycle(policy(DeletionPolicy.NEVER).build()));
    String other = Facts.in(house, Facts.draft("c"));

    service.deleteOverridingPolicy(never, ChangeReason.of("ann", "a court"), ANYBODY);
    service.deleteOverridingPolicy(silent, ChangeReason.of("ann", ""), ANYBODY);
    service.deleteOverridingPolicy(other, ChangeReason.of("ann", "wrong"), ANYBODY);

    assertThat(house.recordCount()).isZero();
    assertThat(lastReason(never)).isEqualTo("Overrode the deletion_policy never: a court");
    assertThat(lastReason(silent)).isEqualTo("Overrode the deletion_policy never");
    assertThat(lastReason(other)).isEqualTo("wrong");
  }

  @Test
  void nobody_else_overrides_the_policy() {
    LifecycleDraft kept = policy(DeletionPolicy.NEVER).build();
    String never = Facts.in(house, Facts.draft("a").scope("red").lifecycle(kept));

    assertThatThrownBy(
            () -> service.deleteOverridingPolicy(never, WHY, EngineFixture.within("red")))
        .isInstanceOf(AccessDeniedException.class)
        .hasMessage("override_policy needs the permission admin");
    assertThat(house.recordCount()).isEqualTo(1);
  }

  private String lastReason(String id) {
    List<AuditLink> log = house.log(id);
    assertThat(log.get(log.size() - 1).entry().action()).isEqualTo(AuditAction.DELETE);
    return log.get(log.size() - 1).entry().rationale();
  }

  @Test
  void the_audit_log_of_a_deleted_record_stays_behind_the_gate() {
    String hyper = Facts.in(house, Facts.draft("a").sensitivity(Sensitivity.HYPER));
    String high = Facts.in(house, Facts.draft("a").sensitivity(Sensitivity.HIGH).scope("red"));
    String theirs = Facts.in(house, Facts.draft("a").scope("blue"));
    for (String id : List.of(hyper, high, theirs)) {
      service.delete(id, WHY, ANYBODY);
    }
    TrustContext trust = TrustContext.upTo(Sensitivity.MEDIUM, "red");

    assertThatThrownBy(() -> house.audit.log(hyper, trust, ANYBODY))
        .isInstanceOf(NotFoundException.class);
    assertThatThrownBy(() -> house.audit.log(theirs, trust, ANYBODY))
        .isInstanceOf(NotFoundException.class);
    assertThatThrownBy(() -> house.audit.log(high, trust, ANYBODY))
        .isInstanceOf(AccessDeniedException.class);
    assertThat(house.log(high)).hasSize(2);
  }

  private double live(String id) {
    return house.stored(id).salienceAt(house.instant());
  }

  private static RecordDraft.Builder fading(long halfLife) {
    return Facts.draft("Go").lifecycle(LifecycleDraft.builder().halfLifeSeconds(halfLife).build());
  }

  private static LifecycleDraft.Builder policy(DeletionPolicy policy) {
    return LifecycleDraft.builder().deletionPolicy(policy);
  }

  private static AuditEntry last(MemoryRecord record) {
    return record.auditLog().get(record.auditLog().size() - 1);
  }
}
