package dev.membrane.store.memory;

import dev.membrane.spi.commit.Changeset.Embedding;
import dev.membrane.spi.search.Filter;
import dev.membrane.spi.search.Hit;
import dev.membrane.spi.store.Vector;
import dev.membrane.spi.store.Vectors;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.Stream;

/** Compares with every vector. */
final class ScannedVectors implements Vectors {

  /** Runs a read while nothing is written. */
  interface QuietRead {
    <T> T of(Supplier<T> read);
  }

  private final Tables tables;
  private final QuietRead reading;

  ScannedVectors(Tables tables, QuietRead reading) {
    this.tables = tables;
    this.reading = reading;
  }

  @Override
  public List<Near> nearest(Filter filter, String model, Vector vector, int limit) {
    return reading.of(
        () ->
            tables.rows().values().stream()
                .filter(row -> row.passesInFull(filter))
                .flatMap(row -> near(row.beside(filter.at()), model, vector))
                .sorted(Near.NEAREST_FIRST)
                .limit(limit)
                .toList());
  }

  private Stream<Near> near(Hit hit, String model, Vector vector) {
    return embedding(hit.id(), model, vector)
        .map(embedding -> new Near(hit, vector.cosine(embedding.vector())))
        .stream();
  }

  @Override
  public Map<String, Double> cosines(String model, Vector vector, Collection<String> ids) {
    return reading.of(
        () -> {
          Map<String, Double> cosines = new HashMap<>();
          for (String id : ids) {
            embedding(id, model, vector)
                .ifPresent(found -> cosines.put(id, vector.cosine(found.vector())));
          }
          return cosines;
        });
  }

  @Override
  public List<String> without(String model, String after, int limit) {
    return reading.of(
        () ->
            tables.rows().keySet().stream()
                .filter(id -> id.compareTo(after) > 0 && !isOf(model, id))
                .sorted()
                .limit(limit)
                .toList());
  }

  private boolean isOf(String model, String id) {
    Embedding embedding = tables.embeddings().get(id);
    return embedding != null && embedding.model().equals(model);
  }

  private Optional<Embedding> embedding(String id, String model, Vector like) {
    return Optional.ofNullable(tables.embeddings().get(id))
        .filter(found -> isLike(found, model, like));
  }

  /** Whether it can be compared with a vector of a model. */
  static boolean isLike(Embedding embedding, String model, Vector vector) {
    return embedding.model().equals(model)
        && embedding.vector().dimensions() == vector.dimensions();
  }
}
