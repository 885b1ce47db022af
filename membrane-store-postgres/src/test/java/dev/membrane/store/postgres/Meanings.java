package dev.membrane.store.postgres;

import dev.membrane.Ingestion;
import dev.membrane.Membrane;
import dev.membrane.RecordRequest;
import dev.membrane.schema.JsonString;
import dev.membrane.schema.MemoryType;
import dev.membrane.schema.Provenance;
import dev.membrane.schema.ProvenanceKind;
import dev.membrane.schema.ProvenanceSource;
import dev.membrane.schema.RecordDraft;
import dev.membrane.schema.SemanticPayload;
import dev.membrane.schema.Sensitivity;
import dev.membrane.schema.Validity;
import dev.membrane.spi.commit.Changeset;
import dev.membrane.spi.commit.Changeset.Embedding;
import dev.membrane.spi.search.Filter;
import dev.membrane.spi.search.Visibility;
import dev.membrane.spi.store.MemoryStore;
import dev.membrane.spi.store.Vector;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.stream.IntStream;

/** Facts with vectors that come in clusters, as those of texts do. */
public final class Meanings {

  public static final String MODEL = "model";
  static final int DIMENSIONS = 32;

  /** Of facts that are added one by one. */
  public static final String SCOPE = "scope";

  private static final int CLUSTERS = 20;
  private static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");

  private final Random random = new Random(3);
  private final List<float[]> centers = new ArrayList<>();

  public Meanings() {
    for (int i = 0; i < CLUSTERS; i++) {
      centers.add(around(new float[DIMENSIONS], 1));
    }
  }

  /** Adds facts: one in ten with the tag "rare", every other one of high sensitivity. */
  void add(MemoryStore store, String scope, int count) {
    List<RecordRequest> facts =
        IntStream.range(0, count).mapToObj(number -> fact(scope, number)).toList();
    Changeset.Builder changes = Changeset.builder();
    try (Membrane membrane = Membrane.builder().backgroundJobs(false).store(store).build()) {
      for (int from = 0; from < count; from += Ingestion.MAX_BATCH) {
        int to = Math.min(count, from + Ingestion.MAX_BATCH);
        membrane.ingestion().batch(facts.subList(from, to)).stream()
            .map(item -> item.get().id())
            .forEach(id -> changes.embed(new Embedding(id, MODEL, vector())));
      }
    }
    store.commit(changes.build());
  }

  /** Adds one fact with a vector of some length. */
  public Vector addOne(MemoryStore store, int dimensions) {
    return addOne(store, Vector.of(around(new float[dimensions], 1)));
  }

  public Vector addOne(MemoryStore store, Vector vector) {
    try (Membrane membrane = Membrane.builder().backgroundJobs(false).store(store).build()) {
      String id = membrane.ingestion().record(fact(SCOPE, 1)).id();
      store.commit(Changeset.builder().embed(new Embedding(id, MODEL, vector)).build());
    }
    return vector;
  }

  /** Some vector near one of the clusters. */
  Vector vector() {
    return Vector.of(around(centers.get(random.nextInt(CLUSTERS)), 0.3f));
  }

  public static Filter filter(Sensitivity ceiling, Set<String> scopes, Set<String> tags) {
    return Filter.of(new Visibility(ceiling, scopes), NOW).withTags(tags);
  }

  private float[] around(float[] center, float distance) {
    float[] numbers = center.clone();
    for (int i = 0; i < numbers.length; i++) {
      numbers[i] += distance * (float) random.nextGaussian();
    }
    return numbers;
  }

  private static RecordRequest fact(String scope, int number) {
    ProvenanceSource source =
        new ProvenanceSource(ProvenanceKind.OBSERVATION, "test", null, "test", NOW);
    RecordDraft draft =
        RecordDraft.builder()
            .type(MemoryType.SEMANTIC)
            .sensitivity(number % 2 == 0 ? Sensitivity.LOW : Sensitivity.HIGH)
            .salience(1.0)
            .scope(scope)
            .tags(number % 10 == 0 ? List.of("rare") : List.of())
            .provenance(new Provenance(List.of(source), "test"))
            .payload(
                new SemanticPayload(
                    "s" + number,
                    "p",
                    new JsonString("o"),
                    Validity.global(),
                    List.of(),
                    null,
                    null))
            .build();
    return RecordRequest.of("test", draft);
  }
}
