package dev.membrane.internal.consolidate;

import static dev.membrane.internal.consolidate.Runs.call;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.membrane.AccessDeniedException;
import dev.membrane.Caller;
import dev.membrane.ConsolidationResult;
import dev.membrane.IngestOptions;
import dev.membrane.internal.EngineFixture;
import dev.membrane.internal.Facts;
import dev.membrane.internal.change.ChangeReason;
import dev.membrane.internal.change.PolicyDefaults;
import dev.membrane.internal.consolidate.Runs.Call;
import dev.membrane.schema.AuditAction;
import dev.membrane.schema.DecayCurve;
import dev.membrane.schema.DeletionPolicy;
import dev.membrane.schema.JsonString;
import dev.membrane.schema.MemoryRecord;
import dev.membrane.schema.MemoryType;
import dev.membrane.schema.OutcomeStatus;
import dev.membrane.schema.RecordDraft;
import dev.membrane.schema.SemanticPayload;
import dev.membrane.schema.Sensitivity;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** What is learned from runs, how often, and what is taken back. */
class ConsolidationTest {

  private static final Call LOOK = call("look", "a-1");
  private static final Call FIX = call("fix", "a-1");
  private static final Call TEST = call("test", "all");

  /** Episodes that hardly fade within a day. */
  private static final PolicyDefaults SLOW =
      new PolicyDefaults(
          Sensitivity.LOW,
          86_400_000,
          86_400_000,
          86_400,
          1,
          DeletionPolicy.AUTO_PRUNE,
          DecayCurve.EXPONENTIAL,
          0.1);

  private final EngineFixture house = new EngineFixture();
  private final Runs runs = new Runs(house);

  @Test
  void what_was_said_in_a_success_becomes_a_fact_with_its_evidence() {
    String one = runs.ended(OutcomeStatus.SUCCESS, "the build is red", LOOK);
    runs.ended(OutcomeStatus.FAILURE, "nobody knows", LOOK);

    assertThat(house.consolidation.run().of("semantic").created()).isEqualTo(1);

    SemanticPayload fact = runs.facts().get(0);
    assertThat(fact.subject()).isEqualTo("user_input");
    assertThat(fact.predicate()).isEqualTo("observed_in");
    assertThat(fact.object()).isEqualTo(new JsonString("the build is red"));
    assertThat(fact.evidence()).extracting(it -> it.sourceId()).containsExactly(one);
    MemoryRecord record = runs.all(MemoryType.SEMANTIC).get(0);
    assertThat(record.provenance().createdBy()).isEqualTo("consolidation/semantic");
    assertThat(record.confidence()).isEqualTo(0.8);
    assertThat(record.auditLog().get(0).actor()).isEqualTo("consolidation/semantic");
  }

  @Test
  void the_same_again_is_reinforced_with_more_evidence_once_per_episode() {
    runs.ended(OutcomeStatus.SUCCESS, "the build is red", LOOK);
    house.consolidation.run();
    house.pass(Duration.ofDays(30));
    runs.ended(OutcomeStatus.SUCCESS, "the build is red", LOOK);

    ConsolidationResult again = house.consolidation.run();

    assertThat(again.of("semantic").created()).isZero();
    MemoryRecord fact = runs.all(MemoryType.SEMANTIC).get(0);
    assertThat(((SemanticPayload) fact.payload()).evidence()).hasSize(2);
    assertThat(fact.auditLog())
        .extracting(it -> it.action())
        .containsExactly(AuditAction.CREATE, AuditAction.REINFORCE);
    assertThat(house.stored(fact.id()).salienceAt(house.instant())).isCloseTo(0.6, within(1e-6));
  }

  @Test
  void another_outcome_takes_back_what_the_first_taught() {
    String id = runs.ended(OutcomeStatus.SUCCESS, "the build is red", LOOK, FIX, TEST);
    house.consolidation.run();
    assertThat(runs.facts()).hasSize(1);
    assertThat(runs.plans()).hasSize(1);
    runs.end(id, OutcomeStatus.FAILURE);

    house.consolidation.run();

    assertThat(runs.facts()).isEmpty();
    assertThat(runs.plans()).isEmpty();
  }

  @Test
  void a_second_witness_of_the_same_outcome_changes_nothing_learned() {
    String id = runs.ended(OutcomeStatus.SUCCESS, "the build is red", LOOK, FIX, TEST);
    house.consolidation.run();
    List<MemoryRecord> before = learned();
    runs.end(id, OutcomeStatus.SUCCESS);

    house.consolidation.run();

    assertThat(learned()).isEqualTo(before);
  }

  @Test
  void an_idle_run_changes_nothing() {
    runs.ended(OutcomeStatus.SUCCESS, "one", LOOK, FIX, TEST);
    runs.ended(OutcomeStatus.FAILURE, "two", LOOK, FIX, TEST);
    runs.begun(IngestOptions.NONE, "three", LOOK);
    house.consolidation.run();
    int commits = house.store.commits().size();

    for (int i = 0; i < 3; i++) {
      house.pass(Duration.ofMinutes(7));
      house.consolidation.run();
    }

    assertThat(house.store.commits()).hasSize(commits);
  }

  @Test
  void an_episode_without_an_outcome_settles_after_a_day() {
    runs.begun(IngestOptions.NONE, "one", LOOK, FIX, TEST);

    assertThat(house.consolidation.run().of("plan-graph").created()).isZero();
    house.pass(Duration.ofHours(24));
    assertThat(house.consolidation.run().of("plan-graph").created()).isEqualTo(1);
  }

  @Test
  void nothing_crosses_a_scope_or_a_sensitivity() {
    for (IngestOptions where :
        List.of(
            IngestOptions.NONE.scope("red"),
            IngestOptions.NONE.scope("blue"),
            IngestOptions.NONE.scope("red").sensitivity(Sensitivity.HIGH))) {
      runs.ended(where, OutcomeStatus.SUCCESS, "one", LOOK, FIX, TEST);
    }
    house.consolidation.run();

    assertThat(runs.skills()).isEmpty();
    assertThat(runs.facts()).hasSize(3);
    assertThat(runs.all(MemoryType.PLAN_GRAPH))
        .extracting(plan -> plan.scope() + " " + plan.sensitivity())
        .containsExactlyInAnyOrder("red LOW", "blue LOW", "red HIGH");
  }

  @Test
  void the_order_of_arrival_and_the_number_of_runs_do_not_matter() {
    List<String> first = learnedFrom(new Random(1), 0);
    for (int seed = 2; seed < 8; seed++) {
      assertThat(learnedFrom(new Random(seed), seed)).isEqualTo(first);
    }
    assertThat(first).hasSizeGreaterThan(8);
  }

  /** What forty runs teach that arrive in some order, in several consolidations. */
  private static List<String> learnedFrom(Random order, int every) {
    EngineFixture house = new EngineFixture();
    Runs runs = new Runs(house);
    List<Integer> numbers = new ArrayList<>();
    for (int i = 0; i < 40; i++) {
      numbers.add(i);
    }
    Collections.shuffle(numbers, order);
    int done = 0;
    for (int number : numbers) {
      // At an instant of its own, so that the same runs have the same times in any order.
      house.set(EngineFixture.NOON.plusSeconds(60L * number));
      Random run = new Random(number);
      List<Call> calls = new ArrayList<>();
      for (int i = 0; i < 2 + run.nextInt(2); i++) {
        calls.add(call(List.of("look", "fix", "test").get(run.nextInt(3)), "v" + run.nextInt(2)));
      }
      OutcomeStatus status = run.nextInt(4) == 0 ? OutcomeStatus.FAILURE : OutcomeStatus.SUCCESS;
      runs.ended(status, "said " + run.nextInt(5), calls.toArray(Call[]::new));
      house.set(EngineFixture.NOON.plusSeconds(100_000));
      if (every > 0 && ++done % every == 0) {
        house.consolidation.run();
      }
    }
    house.consolidation.run();
    return runs.learned();
  }

  @Test
  void what_cannot_be_learned_from_is_put_off_and_then_aside_and_blocks_nobody() {
    String damaged = runs.ended(OutcomeStatus.SUCCESS, "one", LOOK);
    runs.ended(OutcomeStatus.SUCCESS, "two", LOOK);
    house.store.damage(damaged);

    ConsolidationResult result = house.consolidation.run();

    assertThat(result.of("semantic").created()).isEqualTo(1);
    assertThat(result.total().failed()).isEqualTo(4);
    for (int i = 0; i < 10; i++) {
      house.pass(Duration.ofHours(1));
      house.consolidation.run();
    }
    int commits = house.store.commits().size();
    house.pass(Duration.ofHours(6));
    assertThat(house.consolidation.run().total().failed()).isZero();
    assertThat(house.store.commits()).hasSize(commits);
    assertThat(house.store.due("aside:semantic", house.instant(), 10)).hasSize(1);
  }

  @Test
  void a_retracted_fact_is_not_made_again() {
    runs.ended(OutcomeStatus.SUCCESS, "one", LOOK);
    house.consolidation.run();
    String fact = runs.all(MemoryType.SEMANTIC).get(0).id();
    house.revision.retract(fact, ChangeReason.of("ann", ""), Caller.ANONYMOUS);
    runs.ended(OutcomeStatus.SUCCESS, "one", LOOK);
    house.consolidation.run();
    house.pass(Duration.ofDays(31));
    house.prune();
    runs.ended(OutcomeStatus.SUCCESS, "one", LOOK);
    house.consolidation.run();

    assertThat(runs.facts()).isEmpty();
  }

  @Test
  void an_old_episode_loses_half_once() {
    EngineFixture slow = new EngineFixture(SLOW);
    String id = new Runs(slow).ended(OutcomeStatus.SUCCESS, "one", LOOK);
    slow.pass(Duration.ofHours(24));

    assertThat(slow.consolidation.run().of("episodic-compression").compressed()).isEqualTo(1);
    double live = slow.stored(id).anchor().salience();
    assertThat(live).isBetween(0.49, 0.5);
    slow.pass(Duration.ofHours(24));
    assertThat(slow.consolidation.run().of("episodic-compression").compressed()).isZero();
    assertThat(slow.stored(id).anchor().salience()).isEqualTo(live);
    assertThat(slow.record(id).auditLog())
        .last()
        .extracting(it -> it.action())
        .isEqualTo(AuditAction.DECAY);
  }

  @Test
  void a_pattern_that_recurs_within_a_week_is_seen() {
    runs.ended(OutcomeStatus.SUCCESS, "one", LOOK, FIX);
    for (int hour = 1; hour < 7 * 24; hour++) {
      house.pass(Duration.ofHours(1));
      house.prune();
      if (hour % 6 == 0) {
        house.consolidation.run();
      }
    }
    runs.ended(OutcomeStatus.SUCCESS, "two", LOOK, FIX);
    house.consolidation.run();

    assertThat(runs.skills()).hasSize(1);
  }

  @Test
  void only_an_admin_runs_it() {
    assertThatThrownBy(() -> house.consolidation.run(EngineFixture.within("red")))
        .isInstanceOf(AccessDeniedException.class);
  }

  @Test
  void what_was_learned_from_is_pruned_as_soon_as_it_no_longer_matters() {
    runs.ended(OutcomeStatus.SUCCESS, "only said");
    runs.ended(OutcomeStatus.SUCCESS, "with a tool", LOOK);
    house.consolidation.run();

    house.pass(Duration.ofDays(1));
    assertThat(house.prune()).isEqualTo(1);
    house.pass(Duration.ofDays(7));
    assertThat(house.prune()).isEqualTo(1);
  }

  private List<MemoryRecord> learned() {
    List<MemoryRecord> all = new ArrayList<>(runs.all(MemoryType.SEMANTIC));
    all.addAll(runs.all(MemoryType.COMPETENCE));
    all.addAll(runs.all(MemoryType.PLAN_GRAPH));
    return all;
  }

  @Test
  void a_fact_that_was_replaced_is_not_made_again_when_it_is_pruned() {
    runs.ended(OutcomeStatus.SUCCESS, "one", LOOK);
    house.consolidation.run();
    MemoryRecord fact = runs.all(MemoryType.SEMANTIC).get(0);
    RecordDraft other = Facts.successor("two").toBuilder().sensitivity(fact.sensitivity()).build();
    house.revision.supersede(fact.id(), other, ChangeReason.of("ann", ""), Caller.ANONYMOUS);
    house.pass(Duration.ofDays(31));
    house.prune();
    runs.ended(OutcomeStatus.SUCCESS, "one", LOOK);

    house.consolidation.run();

    assertThat(runs.facts()).noneMatch(it -> it.object().equals(new JsonString("one")));
  }

  @Test
  void what_is_never_to_be_deleted_is_not_deleted_by_another_outcome() {
    EngineFixture keeping =
        new EngineFixture(
            new PolicyDefaults(
                Sensitivity.LOW,
                86_400_000,
                86_400_000,
                86_400,
                1,
                DeletionPolicy.NEVER,
                DecayCurve.EXPONENTIAL,
                0.1));
    Runs kept = new Runs(keeping);
    String id = kept.ended(OutcomeStatus.SUCCESS, "one", LOOK, FIX, TEST);
    keeping.consolidation.run();
    kept.end(id, OutcomeStatus.FAILURE);

    keeping.consolidation.run();

    assertThat(kept.facts()).hasSize(1);
    assertThat(kept.plans()).hasSize(1);
  }
}
