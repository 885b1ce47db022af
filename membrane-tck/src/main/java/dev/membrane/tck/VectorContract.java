package dev.membrane.tck;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.membrane.schema.RevisionState;
import dev.membrane.schema.RevisionStatus;
import dev.membrane.schema.Sensitivity;
import dev.membrane.schema.Validity;
import dev.membrane.spi.commit.Changeset;
import dev.membrane.spi.commit.Changeset.Embedding;
import dev.membrane.spi.commit.Changeset.QueueRow;
import dev.membrane.spi.commit.ConflictException;
import dev.membrane.spi.store.Vector;
import dev.membrane.spi.store.Vectors;
import dev.membrane.spi.store.Vectors.Near;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;

/** Embeddings, for stores that keep them; others skip these tests. */
interface VectorContract extends StoreUnderTest {

  /** The model of most vectors here. */
  String MODEL = "model-1";

  private Vectors vectors() {
    assumeTrue(store().vectors().isPresent(), "the store keeps no vectors");
    return store().vectors().orElseThrow();
  }

  private static Vector vector(double degrees) {
    double angle = Math.toRadians(degrees);
    return Vector.of(new float[] {(float) Math.cos(angle), (float) Math.sin(angle), 0});
  }

  private void embed(Sample sample, double degrees) {
    embed(sample, MODEL, vector(degrees));
  }

  private void embed(Sample sample, String model, Vector vector) {
    store().commit(Changeset.builder().embed(new Embedding(sample.id(), model, vector)).build());
  }

  private Sample embedded(Sample sample, double degrees) {
    Writing.insert(store(), sample);
    embed(sample, degrees);
    return sample;
  }

  private List<String> nearest(Asking asking, double degrees, int limit) {
    return vectors().nearest(asking.filter(), MODEL, vector(degrees), limit).stream()
        .map(near -> near.hit().id())
        .toList();
  }

  @Test
  default void a_record_is_as_near_as_its_latest_vector() {
    vectors();
    Sample sample = embedded(new Samples().fact(), 80);
    List<String> ids = List.of(sample.id());
    assertThat(vectors().cosines(MODEL, vector(0), ids))
        .isEqualTo(Map.of(sample.id(), vector(0).cosine(vector(80))));
    embed(sample, 10);
    assertThat(vectors().cosines(MODEL, vector(0), ids))
        .isEqualTo(Map.of(sample.id(), vector(0).cosine(vector(10))));
    assertThat(vectors().nearest(Asking.forAll().filter(), MODEL, vector(0), 10))
        .extracting(Near::cosine)
        .containsExactly(vector(0).cosine(vector(10)));
  }

  @Test
  default void the_nearest_come_first_and_tell_how_near_they_are() {
    vectors();
    Samples samples = new Samples();
    Sample far = embedded(samples.fact().terms("a", "a", "b"), 80);
    Sample near = embedded(samples.fact(), 10);
    Sample opposite = embedded(samples.fact(), 180);
    List<Near> found = vectors().nearest(Asking.forAll().filter(), MODEL, vector(0), 10);
    assertThat(found)
        .extracting(it -> it.hit().id())
        .containsExactly(near.id(), far.id(), opposite.id());
    assertThat(found.get(0).cosine()).isEqualTo(vector(0).cosine(vector(10)));
    assertThat(found.get(1).cosine()).isCloseTo(Math.cos(Math.toRadians(80)), within(1e-4));
    assertThat(found.get(1).hit().length()).isEqualTo(3);
    assertThat(found.get(1).hit().createdAt()).isEqualTo(far.record().createdAt());
    assertThat(nearest(Asking.forAll(), 0, 2)).containsExactly(near.id(), far.id());
  }

  @Test
  default void of_those_equally_near_the_newest_comes_first_then_the_smallest_id() {
    vectors();
    Samples samples = new Samples();
    Sample first = embedded(samples.fact(), 5);
    Sample second = embedded(samples.fact(), 5);
    Sample older =
        embedded(samples.fact().with(b -> b.createdAt(Samples.START.minusSeconds(1))), 5);
    Sample newer = embedded(samples.fact().with(b -> b.createdAt(Samples.START.plusSeconds(1))), 5);
    assertThat(nearest(Asking.forAll(), 0, 10))
        .containsExactly(newer.id(), first.id(), second.id(), older.id());
    assertThat(nearest(Asking.forAll(), 0, 1)).containsExactly(newer.id());
  }

  @Test
  default void vectors_of_another_model_or_other_dimensions_are_as_good_as_none() {
    vectors();
    Samples samples = new Samples();
    Sample other = samples.fact();
    Sample longer = samples.fact();
    Sample none = samples.fact();
    Writing.insert(store(), other, longer, none);
    embed(other, "model-2", vector(0));
    embed(longer, MODEL, Vector.of(new float[] {1, 0, 0, 0}));
    Sample plain = embedded(samples.fact(), 0);
    List<String> ids = List.of(other.id(), longer.id(), none.id(), plain.id(), "unknown");
    assertThat(nearest(Asking.forAll(), 0, 10)).containsExactly(plain.id());
    assertThat(vectors().cosines(MODEL, vector(0), ids)).containsOnlyKeys(plain.id());
    assertThat(vectors().cosines("model-3", vector(0), ids)).isEmpty();
    assertThat(vectors().without(MODEL, "", 10)).containsExactly(other.id(), none.id());
    assertThat(vectors().without("model-3", "", 2)).containsExactly(other.id(), longer.id());
    assertThat(vectors().without("model-3", longer.id(), 2)).containsExactly(none.id(), plain.id());
  }

  @Test
  default void a_later_vector_takes_the_place_of_an_earlier_one() {
    vectors();
    Sample sample = embedded(new Samples().fact(), 90);
    embed(sample, 10);
    assertThat(vectors().cosines(MODEL, vector(0), List.of(sample.id())))
        .isEqualTo(Map.of(sample.id(), vector(0).cosine(vector(10))));
    embed(sample, "model-2", vector(0));
    assertThat(nearest(Asking.forAll(), 0, 10)).isEmpty();
    assertThat(vectors().without("model-2", "", 10)).isEmpty();
  }

  @Test
  default void a_vector_stays_when_its_record_changes_and_goes_with_it() {
    vectors();
    Sample before = embedded(new Samples().fact().scope("alpha"), 10);
    Sample after = before.scope("beta").with(b -> b.sensitivity(Sensitivity.HIGH)).terms("new");
    Writing.commit(store(), after.replace(1));
    assertThat(nearest(Asking.forAll().inScopes("alpha"), 0, 9)).isEmpty();
    assertThat(nearest(Asking.forAll().upTo(Sensitivity.MEDIUM).withRedacted(), 0, 9)).isEmpty();
    assertThat(nearest(Asking.forAll().inScopes("beta"), 0, 9)).containsExactly(after.id());
    assertThat(vectors().cosines(MODEL, vector(0), List.of(after.id()))).hasSize(1);
    Writing.commit(store(), after.delete(2));
    assertThat(nearest(Asking.forAll(), 0, 9)).isEmpty();
    assertThat(vectors().without(MODEL, "", 9)).isEmpty();
  }

  @Test
  default void a_vector_of_no_record_is_a_conflict_that_changes_nothing() {
    vectors();
    Samples samples = new Samples();
    Sample there = samples.fact();
    Sample gone = samples.fact();
    Writing.insert(store(), there, gone);
    Writing.commit(store(), gone.delete(1));
    QueueRow row = new QueueRow("queue", there.id(), Samples.START, 0);
    for (String id : List.of(gone.id(), samples.id())) {
      Changeset changes =
          Changeset.builder()
              .embed(new Embedding(there.id(), MODEL, vector(0)))
              .embed(new Embedding(id, MODEL, vector(0)))
              .enqueue(row)
              .build();
      Expected.refusal(ConflictException.class, () -> store().commit(changes));
    }
    assertThat(nearest(Asking.forAll(), 0, 9)).isEmpty();
    assertThat(store().due("queue", Samples.START, 9)).isEmpty();
  }

  @Test
  default void a_record_and_its_vector_can_be_one_commit() {
    vectors();
    Sample sample = new Samples().fact();
    store()
        .commit(
            Changeset.builder()
                .change(sample.insert())
                .embed(new Embedding(sample.id(), MODEL, vector(3)))
                .build());
    assertThat(nearest(Asking.forAll(), 0, 9)).containsExactly(sample.id());
  }

  @Test
  default void the_nearest_pass_the_whole_filter_and_what_does_not_never_uses_up_the_limit() {
    vectors();
    Samples samples = new Samples();
    RevisionState retracted = new RevisionState(null, null, RevisionStatus.RETRACTED);
    Sample retired = embedded(samples.of(Payloads.fact("s", "p", Validity.global(), retracted)), 0);
    Sample above = embedded(samples.fact().with(b -> b.sensitivity(Sensitivity.LOW)), 0);
    embedded(samples.fact().scope("theirs"), 0);
    embedded(samples.of(Payloads.working("t", null)), 0);
    embedded(samples.of(Payloads.episode("other")), 0);
    Sample far = embedded(samples.of(Payloads.episode("run")), 3);
    Sample near = embedded(samples.of(Payloads.episode("run")).scope("mine"), 1);
    Sample untagged = embedded(samples.fact(), 1);
    Sample faint = embedded(samples.fact().with(b -> b.tags(List.of("tag"))).salience(0.1), 2);
    Sample tagged = embedded(samples.fact().with(b -> b.tags(List.of("tag", "more"))), 3);
    Asking facts =
        Asking.forAll()
            .upTo(Sensitivity.PUBLIC)
            .withRedacted()
            .inScopes("mine")
            .ofTypes(untagged.record().type());
    assertThat(nearest(facts, 0, 1)).containsExactly(untagged.id());
    assertThat(nearest(facts, 0, 9)).containsExactly(untagged.id(), faint.id(), tagged.id());
    assertThat(nearest(facts.tagged("tag"), 0, 1)).containsExactly(faint.id());
    assertThat(nearest(facts.tagged("tag").atLeast(0.5), 0, 1)).containsExactly(tagged.id());
    assertThat(nearest(facts.tagged("tag", "more"), 0, 1)).containsExactly(tagged.id());
    assertThat(nearest(facts.withRetired(), 0, 1)).containsExactly(retired.id());
    assertThat(nearest(facts.upTo(Sensitivity.LOW), 0, 1)).containsExactly(above.id());
    assertThat(nearest(Asking.forAll().ofThread("t"), 0, 9)).hasSize(1);
    Asking run = Asking.forAll().ofEpisode("run");
    assertThat(nearest(run, 0, 9)).containsExactly(near.id(), far.id());
    assertThat(nearest(run, 0, 1)).containsExactly(near.id());
    assertThat(nearest(run.inScopes("theirs"), 0, 9)).containsExactly(far.id());
  }

  @Test
  default void the_nearest_of_many_are_exact(TestInfo test) {
    vectors();
    Random random = Seed.of(test);
    Samples samples = new Samples();
    List<Sample> all = samples.facts(300);
    Map<String, Vector> known = new HashMap<>();
    Writing.insert(store(), all);
    Changeset.Builder changes = Changeset.builder();
    for (Sample sample : all) {
      Vector vector = random(random);
      known.put(sample.id(), vector);
      changes.embed(new Embedding(sample.id(), MODEL, vector));
    }
    store().commit(changes.build());
    for (int i = 0; i < 20; i++) {
      Vector asked = random(random);
      List<String> expected =
          known.entrySet().stream()
              .sorted(
                  Comparator.comparingDouble(
                          (Map.Entry<String, Vector> one) -> -asked.cosine(one.getValue()))
                      .thenComparing(Map.Entry.comparingByKey()))
              .map(Map.Entry::getKey)
              .toList();
      int limit = 1 + random.nextInt(40);
      assertThat(vectors().nearest(Asking.forAll().filter(), MODEL, asked, limit))
          .extracting(near -> near.hit().id())
          .isEqualTo(expected.subList(0, limit));
    }
  }

  private static Vector random(Random random) {
    float[] numbers = new float[16];
    for (int i = 0; i < numbers.length; i++) {
      numbers[i] = (float) random.nextGaussian();
    }
    return Vector.of(numbers);
  }
}
