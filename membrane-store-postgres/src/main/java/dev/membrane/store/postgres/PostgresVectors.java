package dev.membrane.store.postgres;

import dev.membrane.spi.Filter;
import dev.membrane.spi.Vector;
import dev.membrane.spi.Vectors;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jdbi.v3.core.Handle;
import org.jspecify.annotations.Nullable;

/** Answers about the vectors of a database. */
final class PostgresVectors implements Vectors {

  /** The number of no model. */
  private static final long NO_MODEL = -1;

  private static final String MODEL = "SELECT id FROM model WHERE name = :name";

  private static final String OF_IDS =
      """
      SELECT m.id, m.long_id, e.vector
      FROM memory m JOIN embedding e ON e.rid = m.rid
      WHERE m.id = ANY (:ids) AND e.model = :model
      """;

  private static final String WITHOUT =
      """
      SELECT m.id, m.long_id FROM memory m
      WHERE m.id > :after
        AND NOT EXISTS (SELECT FROM embedding e WHERE e.rid = m.rid AND e.model = :model)
      ORDER BY m.id
      LIMIT :limit
      """;

  private final ReadPool readers;
  private final @Nullable VectorIndexes indexes;
  private final int few;

  private record Found(String id, Vector vector) {}

  /**
   * Reads a database.
   *
   * @param indexes null: all are always compared with
   * @param few as many as are compared one by one though there be an index
   */
  PostgresVectors(ReadPool readers, @Nullable VectorIndexes indexes, int few) {
    this.readers = readers;
    this.indexes = indexes;
    this.few = few;
  }

  @Override
  public List<Near> nearest(Filter filter, String model, Vector vector, int limit) {
    long number = readers.read(rows -> number(rows.handle(), model));
    if (indexes == null || number == NO_MODEL || !isOverMany(filter)) {
      return readers.read(rows -> new NearestInSchema(rows, filter, number, vector).ofAll(limit));
    }
    VectorIndex index = new VectorIndex(number, vector.dimensions());
    if (!readers.read(rows -> indexes.isReady(rows.handle(), index))) {
      indexes.want(index);
    }
    return readers.read(
        rows -> {
          NearestInSchema query = new NearestInSchema(rows, filter, number, vector);
          return indexes.isReady(rows.handle(), index)
              ? query.ofMostAlike(index, limit)
              : query.ofAll(limit);
        });
  }

  private boolean isOverMany(Filter filter) {
    return readers.read(rows -> new Crowd(rows, filter).isLargerThan(few));
  }

  @Override
  public Map<String, Double> cosines(String model, Vector vector, Collection<String> ids) {
    Map<String, Double> cosines = new HashMap<>();
    for (Found found : readers.read(rows -> vectors(rows.handle(), model, ids))) {
      if (found.vector().dimensions() == vector.dimensions()) {
        cosines.put(found.id(), vector.cosine(found.vector()));
      }
    }
    return cosines;
  }

  @Override
  public List<String> without(String model, String after, int limit) {
    return readers.read(
        rows ->
            rows.handle()
                .createQuery(WITHOUT)
                .bind("after", Texts.key(after))
                .bind("model", number(rows.handle(), model))
                .bind("limit", limit)
                .map((row, context) -> Texts.whole(row.getString(1), row.getString(2)))
                .list());
  }

  private static List<Found> vectors(Handle handle, String model, Collection<String> ids) {
    return handle
        .createQuery(OF_IDS)
        .bindArray("ids", String.class, ids.stream().map(Texts::key).distinct().toList())
        .bind("model", number(handle, model))
        .map(
            (row, context) ->
                new Found(
                    Texts.whole(row.getString(1), row.getString(2)),
                    Vector.fromBytes(row.getBytes(3))))
        .list();
  }

  private static long number(Handle handle, String model) {
    return handle
        .createQuery(MODEL)
        .bind("name", Texts.key(model))
        .mapTo(Long.class)
        .findOne()
        .orElse(NO_MODEL);
  }
}
