package dev.membrane.store.postgres;

import dev.membrane.spi.Filter;
import dev.membrane.spi.Vector;
import dev.membrane.spi.Vectors;
import dev.membrane.store.jdbc.Rows;
import dev.membrane.store.jdbc.VectorQuery;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Answers about the vectors of a database.
 *
 * @param indexes null: all are always compared with
 * @param few up to how many vectors are compared one by one even if there is an index
 * @param decrypted null: vectors are not encrypted
 */
record PostgresVectors(
    ReadPool readers,
    @Nullable VectorIndexes indexes,
    int few,
    @Nullable DecryptedVectors decrypted)
    implements Vectors {

  private static final String OF_IDS =
      """
      SELECT {text m.id}, m.rid, e.vector
      FROM memory m JOIN embedding e ON e.rid = m.rid
      WHERE m.id {in ids} AND e.model = :model
      """;

  @Override
  public List<Near> nearest(Filter filter, String model, Vector vector, int limit) {
    long number = readers.read(rows -> VectorQuery.number(rows, model));
    if (indexes == null || number == VectorQuery.NO_MODEL || !isOverMany(filter)) {
      return readers.read(rows -> query(rows, filter, number, vector).ofAll(limit));
    }
    VectorIndex index = new VectorIndex(number, vector.dimensions());
    if (!readers.read(rows -> indexes.isReady(rows, index))) {
      indexes.want(index);
    }
    return readers.read(
        rows -> {
          NearestInSchema query = query(rows, filter, number, vector);
          return indexes.isReady(rows, index)
              ? query.ofMostAlike(index, limit)
              : query.ofAll(limit);
        });
  }

  private NearestInSchema query(Rows rows, Filter filter, long number, Vector vector) {
    return new NearestInSchema(rows, filter, number, vector, decrypted);
  }

  private boolean isOverMany(Filter filter) {
    return readers.read(rows -> new PassingCount(rows, filter).isLargerThan(few));
  }

  @Override
  public Map<String, Double> cosines(String model, Vector vector, Collection<String> ids) {
    return readers.read(
        rows ->
            VectorQuery.cosines(
                rows,
                vector,
                OF_IDS,
                Map.of("ids", rows.dialect().keys(ids), "model", VectorQuery.number(rows, model))));
  }

  @Override
  public List<String> without(String model, String after, int limit) {
    return readers.read(rows -> VectorQuery.without(rows, model, after, limit));
  }
}
