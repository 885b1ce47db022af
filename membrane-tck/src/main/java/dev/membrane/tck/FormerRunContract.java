package dev.membrane.tck;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.membrane.schema.Sensitivity;
import dev.membrane.spi.commit.Changeset;
import dev.membrane.spi.commit.Changeset.KeptRun;
import dev.membrane.spi.commit.Changeset.RunPlace;
import dev.membrane.spi.commit.HistorySteps;
import dev.membrane.spi.search.Visibility;
import dev.membrane.spi.store.History;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;

/** Former states of kept runs, for stores that keep former states; others skip these tests. */
interface FormerRunContract extends StoreUnderTest {

  private History history() {
    assumeTrue(store().history().isPresent(), "the store keeps no former states");
    return store().history().orElseThrow();
  }

  private static Instant second(int seconds) {
    return Samples.START.plusSeconds(seconds);
  }

  private static KeptRun run(String id, String word) {
    return run(id, word, null, Sensitivity.LOW);
  }

  private static KeptRun run(
      String id, String word, @Nullable String scope, Sensitivity sensitivity) {
    return new KeptRun(
        id,
        scope,
        sensitivity,
        Samples.START,
        Map.of(word, 2),
        Map.of("look_up", 1),
        List.of("procedure:" + word));
  }

  private void commit(int second, Changeset.Builder changes) {
    store().commit(changes.build().with(HistorySteps.NONE.keptAt(second(second))));
  }

  private void keep(int second, KeptRun run) {
    commit(second, Changeset.builder().keepRun(run));
  }

  private List<KeptRun> at(int second) {
    return at(second, Visibility.ALL);
  }

  private List<KeptRun> at(int second, Visibility visibility) {
    return history().runs(second(second), visibility, null, 1_000);
  }

  private void assertNoFault() {
    Inspected inspected = new Inspected();
    store().inspect(inspected);
    assertThat(inspected.faults()).isEmpty();
  }

  @Test
  default void a_kept_run_is_what_it_was_at_an_instant() {
    history();
    KeptRun one = RunContract.Runs.odd();
    KeptRun two = run(one.id(), "pear");
    keep(2, one);
    keep(4, two);
    commit(6, Changeset.builder().dropRun(one.id()));
    keep(8, one);
    assertThat(at(1)).isEmpty();
    assertThat(at(2)).containsExactly(one);
    assertThat(at(3)).containsExactly(one);
    assertThat(at(4)).containsExactly(two);
    assertThat(at(6)).isEmpty();
    assertThat(at(8)).containsExactly(one);
    assertThat(history().runs(second(5), List.of(one.id(), "unknown"))).containsExactly(two);
    assertThat(history().runs(second(6), List.of(one.id()))).isEmpty();
    assertThat(store().keptRunsOf(List.of(one.id()))).containsExactly(one);
    assertNoFault();
  }

  @Test
  default void without_an_instant_no_run_is_kept_and_none_ends_that_is_not_there() {
    history();
    KeptRun one = run("a", "apple");
    store().commit(Changeset.builder().keepRun(one).build());
    commit(2, Changeset.builder().dropRun("unknown"));
    store().commit(Changeset.builder().keepRun(run("a", "pear")).build());
    assertThat(at(1)).containsExactly(run("a", "pear"));
    assertThat(history().oldestEnd()).isEmpty();
  }

  @Test
  default void of_a_run_that_a_clock_set_back_has_ended_the_first_state_was_seen() {
    history();
    keep(2, run("a", "apple"));
    keep(5, run("a", "pear"));
    keep(4, run("a", "plum"));
    keep(7, run("a", "fig"));
    assertThat(at(3)).containsExactly(run("a", "apple"));
    assertThat(at(4)).containsExactly(run("a", "apple"));
    assertThat(at(6)).containsExactly(run("a", "plum"));
  }

  @Test
  default void former_runs_are_seen_by_what_they_were_and_by_what_they_are() {
    history();
    KeptRun low = run("a", "apple", "alpha", Sensitivity.LOW);
    KeptRun high = run("a", "pear", "alpha", Sensitivity.HIGH);
    Visibility alpha = new Visibility(Sensitivity.LOW, Set.of("alpha"));
    keep(1, low);
    keep(3, high);
    assertThat(at(2, alpha)).isEmpty();
    assertThat(at(2)).containsExactly(low);
    keep(5, run("a", "plum", "beta", Sensitivity.LOW));
    assertThat(at(2, alpha)).isEmpty();
    commit(7, Changeset.builder().dropRun("a"));
    assertThat(at(2, alpha)).containsExactly(low);
    assertThat(at(4, alpha)).isEmpty();
    assertThat(at(6, alpha)).isEmpty();
    assertThat(at(6, new Visibility(Sensitivity.LOW, Set.of("beta")))).hasSize(1);
  }

  @Test
  default void an_erasure_takes_the_former_states_of_the_runs_that_it_drops() {
    history();
    KeptRun other = run("b", "plum");
    keep(1, run("a", "apple"));
    keep(1, other);
    keep(3, run("a", "pear"));
    Changeset erasure = Changeset.builder().dropRun("a").dropRun("unknown").erasing().build();
    store().commit(erasure.with(erasure.history().keptAt(second(5))));
    assertThat(at(2)).containsExactly(other);
    assertThat(at(4)).containsExactly(other);
    assertThat(at(0)).isEmpty();
    assertNoFault();
  }

  @Test
  default void an_erasure_takes_the_former_runs_of_a_place_and_of_no_other() {
    history();
    KeptRun erased = run("a", "apple", "alpha", Sensitivity.LOW);
    KeptRun above = run("b", "apple", "alpha", Sensitivity.HIGH);
    KeptRun elsewhere = run("c", "apple", "beta", Sensitivity.LOW);
    KeptRun unscoped = run("d", "apple");
    List<KeptRun> all = List.of(erased, above, elsewhere, unscoped);
    all.forEach(run -> keep(1, run));
    all.forEach(run -> commit(3, Changeset.builder().dropRun(run.id())));
    store()
        .commit(
            Changeset.builder().eraseFormerRuns(new RunPlace("alpha", Sensitivity.LOW)).build());
    assertThat(at(2)).containsExactlyInAnyOrder(above, elsewhere, unscoped);
    store()
        .commit(Changeset.builder().eraseFormerRuns(new RunPlace(null, Sensitivity.LOW)).build());
    assertThat(at(2)).containsExactlyInAnyOrder(above, elsewhere);
  }

  @Test
  default void former_runs_expire() {
    history();
    keep(2, run("a", "apple"));
    keep(4, run("a", "pear"));
    assertThat(history().oldestEnd()).contains(second(2));
    store().commit(Changeset.builder().build().with(HistorySteps.expiring(second(4))));
    assertThat(at(1)).containsExactly(run("a", "apple"));
    store().commit(Changeset.builder().build().with(HistorySteps.expiring(second(5))));
    assertThat(history().oldestEnd()).isEmpty();
    assertThat(at(1)).containsExactly(run("a", "pear"));
  }

  @Test
  default void of_more_former_runs_than_a_commit_may_remove_the_others_stay() {
    history();
    Changeset.Builder changes = Changeset.builder();
    for (int number = 0; number <= HistorySteps.MAX; number++) {
      changes.keepRun(run("run " + number, "apple"));
    }
    commit(2, changes);
    assertThat(at(1)).isEmpty();
    Changeset expiry = Changeset.builder().build().with(HistorySteps.expiring(second(3)));
    store().commit(expiry);
    assertThat(at(1)).hasSize(HistorySteps.MAX);
    assertThat(history().oldestEnd()).contains(second(2));
    store().commit(expiry);
    assertThat(history().oldestEnd()).isEmpty();
  }

  @Test
  default void random_runs_are_all_found_again_the_latest_first_in_pages(TestInfo test) {
    history();
    Random random = Seed.of(test);
    Map<String, KeptRun> state = new TreeMap<>();
    List<List<KeptRun>> states = new ArrayList<>(List.of(List.of()));
    for (int second = 1; second <= Trials.of(60); second++) {
      String id = "run " + random.nextInt(12);
      if (random.nextInt(4) == 0) {
        commit(second, Changeset.builder().dropRun(id));
        state.remove(id);
      } else {
        KeptRun run =
            new KeptRun(
                id,
                random.nextBoolean() ? null : "alpha",
                Sensitivity.LOW,
                second(random.nextInt(5)),
                Map.of("apple", 1 + second),
                Map.of(),
                List.of());
        keep(second, run);
        state.put(id, run);
      }
      states.add(
          state.values().stream()
              .sorted(Comparator.comparing(KeptRun::at).thenComparing(KeptRun::id).reversed())
              .toList());
    }
    for (int second = 0; second < states.size(); second++) {
      List<KeptRun> found = new ArrayList<>();
      List<KeptRun> page = history().runs(second(second), Visibility.ALL, null, 3);
      while (!page.isEmpty()) {
        found.addAll(page);
        page = history().runs(second(second), Visibility.ALL, page.get(page.size() - 1), 3);
      }
      assertThat(found).isEqualTo(states.get(second));
    }
    assertNoFault();
  }
}
