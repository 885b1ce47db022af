package dev.membrane.store.sqlite;

import static org.assertj.core.api.Assertions.assertThat;

import dev.membrane.schema.MemoryRecord;
import dev.membrane.schema.Sensitivity;
import dev.membrane.spi.commit.Change;
import dev.membrane.spi.commit.Changeset;
import dev.membrane.spi.commit.Changeset.Embedding;
import dev.membrane.spi.search.Filter;
import dev.membrane.spi.search.Terms;
import dev.membrane.spi.search.Visibility;
import dev.membrane.spi.store.StoredRecord.Anchor;
import dev.membrane.spi.store.Vector;
import dev.membrane.spi.store.Vectors.Near;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The nearest among more records than are compared one by one. */
final class VectorIndexTest {

  private static final int RECORDS = 21_000;
  private static final int DIMENSIONS = 96;
  private static final int TOPICS = 200;
  private static final String MODEL = "model";
  private static final Instant AT = SampleRecords.START.plusSeconds(60);

  @TempDir private Path folder;

  private final Random random = new Random(7);
  private final Map<String, Vector> vectors = new LinkedHashMap<>();
  private final Map<String, MemoryRecord> records = new LinkedHashMap<>();

  @Test
  void the_nearest_of_very_many_are_found_whatever_happened_to_them() {
    try (SqliteStore store = SqliteStore.open(folder.resolve("many.db"))) {
      load(store);
      assertThat(recall(store, all(), record -> true)).isGreaterThan(0.97);
      assertThat(recall(store, tagged(), record -> record.tags().contains("few")))
          .isGreaterThan(0.97);
      change(store);
      assertThat(recall(store, all(), record -> true)).isGreaterThan(0.97);
      assertThat(recall(store, low(), record -> record.sensitivity() == Sensitivity.LOW))
          .isGreaterThan(0.97);
    }
    try (SqliteStore store = SqliteStore.open(folder.resolve("many.db"))) {
      assertThat(recall(store, all(), record -> true)).isGreaterThan(0.97);
    }
  }

  private void load(SqliteStore store) {
    float[][] topics = new float[TOPICS][];
    for (int i = 0; i < TOPICS; i++) {
      topics[i] = noise(1);
    }
    Changeset.Builder changes = Changeset.builder();
    for (int i = 0; i < RECORDS; i++) {
      List<String> tags = i % 49 == 0 ? List.of("few") : List.of();
      MemoryRecord record =
          SampleRecords.fact(i, "scope " + i % 3, SampleRecords.START).toBuilder()
              .tags(tags)
              .build();
      changes.change(SampleRecords.insert(record, Map.of()));
      records.put(record.id(), record);
      embed(record.id(), about(topics[i % TOPICS]), changes);
      if (i % 1_000 == 999) {
        store.commit(changes.build());
        changes = Changeset.builder();
      }
    }
  }

  private void embed(String id, Vector vector, Changeset.Builder changes) {
    vectors.put(id, vector);
    changes.embed(new Embedding(id, MODEL, vector));
  }

  /** A tenth each: gone, raised in sensitivity, embedded anew. */
  private void change(SqliteStore store) {
    Changeset.Builder changes = Changeset.builder();
    List<String> ids = List.copyOf(records.keySet());
    for (int i = 0; i < ids.size(); i += 10) {
      String gone = ids.get(i);
      changes.change(new Change.Delete(gone, 1, List.of()));
      records.remove(gone);
      vectors.remove(gone);
      MemoryRecord raised =
          records.get(ids.get(i + 1)).toBuilder().sensitivity(Sensitivity.HIGH).build();
      changes.change(
          new Change.Replace(
              1, raised, new Anchor(1, raised.createdAt()), Terms.NONE, "", List.of()));
      records.put(raised.id(), raised);
      embed(ids.get(i + 2), Vector.of(noise(1)), changes);
    }
    store.commit(changes.build());
  }

  private Vector about(float[] topic) {
    float[] vector = noise(0.7);
    for (int i = 0; i < DIMENSIONS; i++) {
      vector[i] += topic[i];
    }
    return Vector.of(vector);
  }

  private float[] noise(double much) {
    float[] numbers = new float[DIMENSIONS];
    for (int i = 0; i < DIMENSIONS; i++) {
      numbers[i] = (float) (much * random.nextGaussian());
    }
    return numbers;
  }

  /** The share of the ten really nearest that are among the ten found, over some questions. */
  private double recall(SqliteStore store, Filter filter, Predicate<MemoryRecord> passes) {
    int found = 0;
    int questions = 20;
    List<Vector> asked = List.copyOf(vectors.values());
    for (int i = 0; i < questions; i++) {
      Vector question = asked.get(random.nextInt(asked.size()));
      List<Near> near = store.vectors().orElseThrow().nearest(filter, MODEL, question, 10);
      assertThat(near).hasSize(10).isSortedAccordingTo(Comparator.comparing(n -> -n.cosine()));
      Set<String> nearest = new HashSet<>(nearest(question, passes));
      near.forEach(
          one -> {
            String id = one.hit().id();
            assertThat(passes.test(records.get(id))).isTrue();
            assertThat(one.cosine()).isEqualTo(question.cosine(vectors.get(id)));
          });
      found += (int) near.stream().filter(one -> nearest.contains(one.hit().id())).count();
    }
    return found / (10.0 * questions);
  }

  private List<String> nearest(Vector question, Predicate<MemoryRecord> passes) {
    Map<String, Double> cosines = new HashMap<>();
    vectors.forEach(
        (id, vector) -> {
          if (passes.test(records.get(id))) {
            cosines.put(id, question.cosine(vector));
          }
        });
    return cosines.entrySet().stream()
        .sorted(Map.Entry.comparingByValue(Comparator.reverseOrder()))
        .limit(10)
        .map(Map.Entry::getKey)
        .toList();
  }

  private static Filter all() {
    return filter(Sensitivity.HYPER, Set.of());
  }

  private static Filter low() {
    return filter(Sensitivity.LOW, Set.of());
  }

  private static Filter tagged() {
    return filter(Sensitivity.HYPER, Set.of("few"));
  }

  private static Filter filter(Sensitivity ceiling, Set<String> tags) {
    Visibility visibility = new Visibility(ceiling, null);
    return Filter.of(visibility, AT).withTags(tags);
  }
}
