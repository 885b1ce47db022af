package dev.membrane.tck;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.membrane.spi.commit.Change;
import dev.membrane.spi.commit.Changeset;
import dev.membrane.spi.commit.Changeset.Embedding;
import dev.membrane.spi.commit.HistorySteps;
import dev.membrane.spi.store.History;
import dev.membrane.spi.store.Vector;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;

/** Former vectors, for stores that keep vectors and former states; others skip these tests. */
interface FormerVectorContract extends StoreUnderTest {

  /** The model of most vectors here. */
  String MODEL = "model-1";

  private History history() {
    assumeTrue(store().history().isPresent(), "the store keeps no former states");
    assumeTrue(store().vectors().isPresent(), "the store keeps no vectors");
    return store().history().orElseThrow();
  }

  private static Instant second(int seconds) {
    return Samples.START.plusSeconds(seconds);
  }

  private static Vector vector(double degrees) {
    double angle = Math.toRadians(degrees);
    return Vector.of(new float[] {(float) Math.cos(angle), (float) Math.sin(angle), 0});
  }

  private static double cosine(double degrees) {
    return vector(0).cosine(vector(degrees));
  }

  private static Changeset.Builder embedding(Sample sample, double degrees) {
    return Changeset.builder().embed(new Embedding(sample.id(), MODEL, vector(degrees)));
  }

  private void commit(int second, Changeset.Builder changes) {
    store().commit(changes.build().with(HistorySteps.NONE.keptAt(second(second))));
  }

  private void commit(int second, Change change) {
    commit(second, Changeset.builder().change(change));
  }

  private void embed(int second, Sample sample, double degrees) {
    commit(second, embedding(sample, degrees));
  }

  private Sample inserted() {
    return inserted(new Samples());
  }

  private Sample inserted(Samples samples) {
    Sample sample =
        samples.fact().with(b -> b.createdAt(second(1)).updatedAt(second(1))).scope("alpha");
    commit(1, sample.insert());
    return sample;
  }

  /** The cosine of the vector of a record at an instant; null if it had none. */
  private @Nullable Double at(int second, Sample sample) {
    return history()
        .cosines(second(second), MODEL, vector(0), List.of(sample.id(), "unknown"))
        .get(sample.id());
  }

  private void assertNoFault() {
    Inspected inspected = new Inspected();
    store().inspect(inspected);
    assertThat(inspected.faults()).isEmpty();
  }

  @Test
  default void a_vector_is_there_from_the_commit_that_wrote_it() {
    history();
    Sample sample = inserted();
    embed(4, sample, 10);
    assertThat(at(3, sample)).isNull();
    assertThat(at(4, sample)).isEqualTo(cosine(10));
    assertThat(at(9, sample)).isEqualTo(cosine(10));
  }

  @Test
  default void a_vector_of_which_it_is_not_known_when_it_was_written_was_always_there() {
    history();
    Sample sample = inserted();
    store().commit(embedding(sample, 10).build());
    assertThat(at(1, sample)).isEqualTo(cosine(10));
    embed(4, sample, 20);
    assertThat(at(3, sample)).isEqualTo(cosine(10));
    assertThat(at(4, sample)).isEqualTo(cosine(20));
  }

  @Test
  default void a_vector_that_was_replaced_counts_until_then() {
    history();
    Sample sample = inserted();
    embed(2, sample, 10);
    embed(4, sample, 20);
    embed(6, sample, 30);
    assertThat(at(1, sample)).isNull();
    assertThat(at(2, sample)).isEqualTo(cosine(10));
    assertThat(at(3, sample)).isEqualTo(cosine(10));
    assertThat(at(4, sample)).isEqualTo(cosine(20));
    assertThat(at(6, sample)).isEqualTo(cosine(30));
    assertThat(store().vectors().orElseThrow().cosines(MODEL, vector(0), List.of(sample.id())))
        .isEqualTo(Map.of(sample.id(), cosine(30)));
    assertNoFault();
  }

  @Test
  default void former_vectors_of_another_model_or_other_dimensions_are_left_out() {
    history();
    Sample sample = inserted();
    Vector other = Vector.of(new float[] {1, 0});
    commit(2, Changeset.builder().embed(new Embedding(sample.id(), "model-2", vector(10))));
    commit(3, Changeset.builder().embed(new Embedding(sample.id(), MODEL, other)));
    embed(4, sample, 20);
    assertThat(at(2, sample)).isNull();
    assertThat(at(3, sample)).isNull();
    assertThat(history().cosines(second(2), "model-2", vector(0), List.of(sample.id())))
        .isEqualTo(Map.of(sample.id(), cosine(10)));
    assertThat(history().cosines(second(3), MODEL, other, List.of(sample.id())))
        .isEqualTo(Map.of(sample.id(), 1.0));
    assertThat(history().cosines(second(4), "model-3", vector(0), List.of(sample.id()))).isEmpty();
  }

  @Test
  default void an_equal_vector_replaces_nothing() {
    history();
    Sample sample = inserted();
    embed(2, sample, 10);
    embed(4, sample, 10);
    assertThat(history().oldestEnd()).isEmpty();
    assertThat(at(1, sample)).isNull();
    assertThat(at(2, sample)).isEqualTo(cosine(10));
    embed(6, sample, 20);
    assertThat(history().oldestEnd()).contains(second(6));
    assertThat(at(5, sample)).isEqualTo(cosine(10));
  }

  @Test
  default void without_an_instant_no_vector_is_kept() {
    history();
    Sample sample = inserted();
    store().commit(embedding(sample, 10).build());
    store().commit(embedding(sample, 20).build());
    assertThat(history().oldestEnd()).isEmpty();
    assertThat(at(3, sample)).isEqualTo(cosine(20));
    embed(4, sample, 30);
    store().commit(Changeset.builder().change(sample.delete(1)).build());
    assertThat(history().oldestEnd()).isEmpty();
    assertThat(at(3, sample)).isNull();
  }

  @Test
  default void the_vectors_of_a_record_that_keeps_its_versions_stay_and_else_go_with_it() {
    history();
    Sample pruned = inserted();
    embed(2, pruned, 10);
    embed(3, pruned, 20);
    commit(5, new Change.Delete(pruned.id(), 1, pruned.audit(), true));
    assertThat(at(2, pruned)).isEqualTo(cosine(10));
    assertThat(at(4, pruned)).isEqualTo(cosine(20));
    assertThat(at(5, pruned)).isNull();
    assertNoFault();
    store().commit(Changeset.builder().eraseVersions(pruned.id()).build());
    assertThat(at(2, pruned)).isNull();
    assertThat(at(4, pruned)).isNull();
    assertThat(history().oldestEnd()).isEmpty();
  }

  @Test
  default void an_erasure_takes_the_former_vectors_and_those_of_contents_that_it_erased() {
    history();
    Samples samples = new Samples();
    for (double next : new double[] {30, 20}) {
      Sample first = inserted(samples);
      Sample second = first.with(b -> b.tags(List.of("red")));
      embed(2, first, 10);
      embed(3, first, 20);
      store()
          .commit(
              Changeset.builder()
                  .change(second.replace(1))
                  .build()
                  .with(HistorySteps.NONE.keptAt(second(5)).erasing(List.of(first.id()))));
      assertThat(at(2, first)).isNull();
      embed(6, second, next);
      assertThat(at(5, first)).isNull();
      assertThat(at(6, first)).isEqualTo(cosine(next));
      embed(8, second, 40);
      assertThat(at(5, first)).isNull();
      assertThat(at(7, first)).isEqualTo(cosine(next));
      assertNoFault();
    }
  }

  @Test
  default void former_vectors_expire_with_the_versions_of_their_time() {
    history();
    Sample sample = inserted();
    embed(2, sample, 10);
    embed(4, sample, 20);
    embed(6, sample, 30);
    assertThat(history().oldestEnd()).contains(second(4));
    store().commit(Changeset.builder().build().with(HistorySteps.expiring(second(5))));
    assertThat(history().oldestEnd()).contains(second(6));
    assertThat(at(3, sample)).isNull();
    assertThat(at(5, sample)).isEqualTo(cosine(20));
    store().commit(Changeset.builder().build().with(HistorySteps.expiring(second(7))));
    assertThat(history().oldestEnd()).isEmpty();
    assertThat(at(6, sample)).isEqualTo(cosine(30));
  }

  @Test
  default void a_vector_is_found_after_its_record_has_moved_to_another_scope() {
    history();
    Sample sample = inserted();
    embed(2, sample, 10);
    Sample moved = sample.scope("beta");
    commit(3, moved.replace(1));
    embed(4, moved, 20);
    assertThat(at(2, sample)).isEqualTo(cosine(10));
    assertThat(at(3, sample)).isEqualTo(cosine(10));
    assertThat(at(4, sample)).isEqualTo(cosine(20));
    assertNoFault();
  }

  @Test
  default void random_vectors_are_all_found_again(TestInfo test) {
    history();
    Random random = Seed.of(test);
    Samples samples = new Samples();
    List<Sample> present = new ArrayList<>();
    List<String> ids = new ArrayList<>();
    Map<String, Double> state = new HashMap<>();
    List<Map<String, Double>> states = new ArrayList<>(List.of(Map.of()));
    for (int second = 1; second <= Trials.of(60); second++) {
      int dice = random.nextInt(10);
      if (present.isEmpty() || dice < 3) {
        Instant created = second(second);
        Sample sample = samples.fact().with(b -> b.createdAt(created).updatedAt(created));
        commit(second, sample.insert());
        present.add(sample);
        ids.add(sample.id());
      } else if (dice < 9) {
        Sample sample = present.get(random.nextInt(present.size()));
        double degrees = 5 * random.nextInt(20);
        embed(second, sample, degrees);
        state.put(sample.id(), cosine(degrees));
      } else {
        Sample gone = present.remove(random.nextInt(present.size()));
        commit(second, new Change.Delete(gone.id(), 1, List.of(), true));
        state.remove(gone.id());
      }
      states.add(new HashMap<>(state));
    }
    for (int second = 0; second < states.size(); second++) {
      assertThat(history().cosines(second(second), MODEL, vector(0), ids))
          .isEqualTo(states.get(second));
    }
    assertNoFault();
  }
}
