package dev.membrane.internal.decay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.membrane.Caller;
import dev.membrane.IngestOptions;
import dev.membrane.OutcomeRequest;
import dev.membrane.WorkingStateRequest;
import dev.membrane.internal.EngineFixture;
import dev.membrane.internal.Facts;
import dev.membrane.internal.audit.AuditChain;
import dev.membrane.internal.change.ChangeReason;
import dev.membrane.internal.change.LearnedKeys;
import dev.membrane.internal.change.RecordChanges;
import dev.membrane.internal.change.Retention;
import dev.membrane.internal.text.RecordText;
import dev.membrane.internal.text.TextAnalyzer;
import dev.membrane.schema.AuditAction;
import dev.membrane.schema.AuditEntry;
import dev.membrane.schema.DeletionPolicy;
import dev.membrane.schema.LifecycleDraft;
import dev.membrane.schema.OutcomeStatus;
import dev.membrane.schema.RecordDraft;
import dev.membrane.schema.TaskState;
import dev.membrane.spi.store.StoreUnavailableException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What a sweep deletes, and when: each instant to the microsecond. */
class PruningTest {

  private static final ChangeReason WHY = ChangeReason.of("ann", "");
  private static final Duration MICRO = Duration.ofNanos(1_000);

  private final EngineFixture house = new EngineFixture();

  @Test
  void a_record_goes_when_it_no_longer_matters() {
    String id = Facts.in(house, Facts.draft("x").salience(0.002).lifecycle(halfLife(100)));

    assertThat(sweepAfter(Duration.ofSeconds(100))).isZero();
    assertThat(house.stored(id).salienceAt(house.instant())).isEqualTo(0.001);
    assertThat(sweepAfter(MICRO)).isOne();

    List<AuditEntry> log = house.log(id).stream().map(link -> link.entry()).toList();
    assertThat(log.get(1))
        .isEqualTo(
            new AuditEntry(
                AuditAction.DELETE,
                "decay/prune",
                house.instant(),
                "Pruned: its salience fell below 0.001"));
  }

  @Test
  void a_record_goes_when_it_is_older_than_its_greatest_age() {
    Facts.in(
        house, Facts.draft("x").lifecycle(LifecycleDraft.builder().maxAgeSeconds(60L).build()));

    assertThat(sweepAfter(Duration.ofSeconds(60))).isZero();
    assertThat(sweepAfter(MICRO)).isOne();
  }

  @Test
  void a_greatest_age_beyond_all_time_is_none() {
    Facts.in(
        house,
        Facts.draft("x")
            .lifecycle(
                LifecycleDraft.builder()
                    .maxAgeSeconds(Long.MAX_VALUE)
                    .halfLifeSeconds(Long.MAX_VALUE)
                    .build()));

    assertThat(sweepAfter(Duration.ofDays(365_000))).isZero();
  }

  @Test
  void pinned_and_guarded_records_stay() {
    Facts.in(house, gone(LifecycleDraft.builder().pinned(true)));
    Facts.in(house, gone(LifecycleDraft.builder().deletionPolicy(DeletionPolicy.NEVER)));
    Facts.in(house, gone(LifecycleDraft.builder().deletionPolicy(DeletionPolicy.MANUAL_ONLY)));

    assertThat(sweepAfter(Duration.ofDays(365))).isZero();
    assertThat(house.recordCount()).isEqualTo(3);
  }

  @Test
  void a_floor_keeps_a_record_unless_its_salience_is_lower_still() {
    LifecycleDraft floored = LifecycleDraft.builder().halfLifeSeconds(1L).minSalience(0.5).build();
    Facts.in(house, Facts.draft("kept").lifecycle(floored));
    Facts.in(house, Facts.draft("gone").salience(0.0005).lifecycle(floored));

    assertThat(sweepAfter(Duration.ofDays(365))).isOne();
  }

  @Test
  void retracted_knowledge_is_kept_for_its_retention() {
    String id = Facts.in(house, Facts.draft("x").lifecycle(halfLife(1)));
    house.revision.retract(id, WHY, Caller.ANONYMOUS);

    assertThat(sweepAfter(Duration.ofDays(30).minus(MICRO))).isZero();
    assertThat(sweepAfter(MICRO)).isOne();
  }

  @Test
  void an_episode_that_nobody_learned_from_is_kept_after_it_has_settled() {
    String open = house.service.record(EngineFixture.event("e", IngestOptions.NONE)).id();
    String ended = house.service.record(EngineFixture.event("f", IngestOptions.NONE)).id();
    house.pass(Duration.ofHours(1));
    house.service.record(OutcomeRequest.of("agent", ended, OutcomeStatus.SUCCESS));

    assertThat(sweepUnlearnedAfter(Duration.ofDays(7).minus(MICRO))).isZero();
    assertThat(sweepUnlearnedAfter(MICRO)).isOne();
    assertThat(house.record(open).id()).isEqualTo(open);
    assertThat(sweepUnlearnedAfter(Duration.ofHours(23).minus(MICRO))).isZero();
    assertThat(sweepUnlearnedAfter(MICRO)).isOne();
  }

  @Test
  void what_settled_while_nobody_learned_is_learned_from_before_it_goes() {
    String episode = house.service.record(EngineFixture.event("e", IngestOptions.NONE)).id();
    List<String> stored = new ArrayList<>();
    house.pass(Duration.ofDays(9));

    int deleted = pruneLearning(() -> stored.add(house.record(episode).id()));

    assertThat(deleted).isOne();
    assertThat(stored).containsExactly(episode);
    assertThat(pruneLearning(() -> stored.add("nothing is due"))).isZero();
    assertThat(stored).hasSize(1);
  }

  @Test
  void what_cannot_be_learned_from_goes_in_time() {
    house.service.record(EngineFixture.event("e", IngestOptions.NONE));
    house.pass(Duration.ofDays(9));

    Runnable failing =
        () -> {
          throw new IllegalStateException("no model answers");
        };
    assertThat(pruneLearning(failing)).isOne();
  }

  @Test
  void what_a_store_that_is_away_kept_from_being_learned_from_stays() {
    String episode = house.service.record(EngineFixture.event("e", IngestOptions.NONE)).id();
    house.pass(Duration.ofDays(9));

    Runnable failing =
        () -> {
          throw new StoreUnavailableException("away");
        };
    assertThatThrownBy(() -> pruneLearning(failing)).isInstanceOf(StoreUnavailableException.class);
    assertThat(house.record(episode).id()).isEqualTo(episode);
  }

  @Test
  void replaced_and_finished_snapshots_go_at_once() {
    house.service.record(snapshot("t", TaskState.EXECUTING));
    String current = house.service.record(snapshot("t", TaskState.BLOCKED)).id();
    house.service.record(snapshot("u", TaskState.DONE));

    assertThat(house.prune()).isEqualTo(2);
    assertThat(house.record(current).id()).isEqualTo(current);
  }

  @Test
  void a_sweep_with_nothing_due_writes_nothing() {
    Facts.in(house, Facts.draft("x"));
    int commits = house.store.commits().size();

    assertThat(house.prune()).isZero();
    assertThat(house.store.commits()).hasSize(commits);
  }

  @Test
  void what_a_reinforcement_saved_stays() {
    String id = Facts.in(house, Facts.draft("x").salience(0.0011).lifecycle(halfLife(100)));
    house.decay.reinforce(id, WHY, Caller.ANONYMOUS);

    assertThat(sweepAfter(Duration.ofMinutes(5))).isZero();
    assertThat(sweepAfter(Duration.ofMinutes(10))).isOne();
  }

  @Test
  void a_record_that_rose_above_its_floor_is_no_longer_looked_at() {
    LifecycleDraft floored = LifecycleDraft.builder().halfLifeSeconds(1L).minSalience(0.5).build();
    String id = Facts.in(house, Facts.draft("x").salience(0.0001).lifecycle(floored));
    for (int i = 0; i < 7; i++) {
      house.decay.reinforce(id, WHY, Caller.ANONYMOUS);
    }

    int commits = house.store.commits().size();
    assertThat(sweepAfter(Duration.ofDays(1))).isZero();
    assertThat(house.store.commits()).hasSize(commits);
    assertThat(house.record(id).id()).isEqualTo(id);
  }

  @Test
  void more_than_one_batch_goes_in_one_sweep() {
    for (int i = 0; i < 450; i++) {
      Facts.in(house, Facts.draft("x").salience(0.0));
    }

    assertThat(house.prune()).isEqualTo(450);
    assertThat(house.recordCount()).isZero();
  }

  @Test
  void a_record_that_changes_during_the_sweep_is_judged_anew() {
    String id = Facts.in(house, Facts.draft("x").salience(0.0));
    house.store.beforeNextCommit(() -> house.decay.reinforce(id, WHY, Caller.ANONYMOUS));

    assertThat(house.prune()).isZero();
    assertThat(house.record(id).id()).isEqualTo(id);
  }

  @Test
  void a_record_that_cannot_be_read_does_not_keep_the_others() {
    String damaged = Facts.in(house, Facts.draft("x").salience(0.0));
    house.pass(MICRO);
    Facts.in(house, Facts.draft("y").salience(0.0));
    house.store.damage(damaged);

    assertThat(house.prune()).isOne();
    house.store.damage("");
    assertThat(sweepAfter(Duration.ofHours(23))).isZero();
    assertThat(sweepAfter(Duration.ofHours(1))).isOne();
  }

  @Test
  void a_zero_has_no_sign() {
    String id =
        Facts.in(
            house,
            Facts.draft("x")
                .salience(-0.0)
                .lifecycle(LifecycleDraft.builder().minSalience(-0.0).build()));
    house.decay.penalize(id, 1, WHY, Caller.ANONYMOUS);

    assertThat(Double.doubleToLongBits(house.stored(id).anchor().salience())).isZero();
  }

  private int pruneLearning(Runnable learning) {
    RecordChanges records =
        new RecordChanges(
            new RecordText(new TextAnalyzer()), new AuditChain(() -> "n"), Retention.DEFAULTS);
    LearnedKeys learned = new LearnedKeys(List.of("a stage that has handled nothing"));
    return new Pruning(house.store, records, Retention.DEFAULTS, learned)
        .run(house.instant(), learning);
  }

  private int sweepAfter(Duration time) {
    house.pass(time);
    return house.prune();
  }

  private int sweepUnlearnedAfter(Duration time) {
    house.pass(time);
    return pruneLearning(() -> {});
  }

  private static LifecycleDraft halfLife(long seconds) {
    return LifecycleDraft.builder().halfLifeSeconds(seconds).build();
  }

  private static RecordDraft.Builder gone(LifecycleDraft.Builder lifecycle) {
    return Facts.draft("x").salience(0.0).lifecycle(lifecycle.halfLifeSeconds(1L).build());
  }

  private static WorkingStateRequest snapshot(String thread, TaskState state) {
    return WorkingStateRequest.builder().source("agent").threadId(thread).state(state).build();
  }
}
