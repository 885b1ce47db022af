package dev.membrane.store.sqlite;

import dev.membrane.spi.Filter;
import dev.membrane.spi.Vector;
import dev.membrane.spi.Vectors;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Answers about the vectors of a file. */
final class SqliteVectors implements Vectors {

  private static final String OF_IDS =
      """
      SELECT m.id, e.vector
      FROM json_each(?) i
      CROSS JOIN memory m ON m.id = i.value
      CROSS JOIN embedding e ON e.space = m.space AND e.rid = m.rid
      WHERE e.model = ?
      """;

  private static final String WITHOUT =
      """
      SELECT m.id FROM memory m
      WHERE m.id > ?
        AND NOT EXISTS (
          SELECT 1 FROM embedding e WHERE e.space = m.space AND e.rid = m.rid AND e.model = ?)
      ORDER BY m.id LIMIT ?
      """;

  private final Readers readers;
  private final @Nullable SignIndex index;

  /**
   * Reads a file.
   *
   * @param index is told of every commit; null: all are always compared with
   */
  SqliteVectors(Readers readers, @Nullable SignIndex index) {
    this.readers = readers;
    this.index = index;
  }

  @Override
  public List<Near> nearest(Filter filter, String model, Vector vector, int limit) {
    long number = readers.readByOneStatement(sql -> EmbeddingTable.find(sql, model));
    if (index == null || !isOverMany(filter)) {
      return readers.readRows(sql -> new NearestQuery(sql, filter, number, vector).ofAll(limit));
    }
    Signs signs = index.of(number, vector.dimensions(), readers);
    return readers.readRows(
        sql -> new NearestQuery(sql, filter, number, vector).ofMostAlike(signs, limit));
  }

  private boolean isOverMany(Filter filter) {
    return readers.readByOneStatement(sql -> NearestQuery.isOverMany(sql, filter.visibility()));
  }

  @Override
  public Map<String, Double> cosines(String model, Vector vector, Collection<String> ids) {
    return readers.readRows(
        sql -> {
          Map<String, Double> cosines = new HashMap<>();
          long number = EmbeddingTable.find(sql, model);
          sql.each(
              row -> {
                Vector found = Vector.fromBytes(row.getBytes(2));
                if (found.dimensions() == vector.dimensions()) {
                  cosines.put(row.getString(1), vector.cosine(found));
                }
              },
              OF_IDS,
              JsonTexts.distinct(ids),
              number);
          return cosines;
        });
  }

  @Override
  public List<String> without(String model, String after, int limit) {
    return readers.readRows(
        sql -> {
          long number = EmbeddingTable.find(sql, model);
          return sql.all(row -> row.getString(1), WITHOUT, after, number, limit);
        });
  }
}
