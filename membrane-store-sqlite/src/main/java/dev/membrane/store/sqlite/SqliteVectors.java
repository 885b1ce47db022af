package dev.membrane.store.sqlite;

import dev.membrane.spi.Filter;
import dev.membrane.spi.Vector;
import dev.membrane.spi.Vectors;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

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

  private static final long NO_MODEL = -1;

  private final Readers readers;

  SqliteVectors(Readers readers) {
    this.readers = readers;
  }

  @Override
  public List<Near> nearest(Filter filter, String model, Vector vector, int limit) {
    return readers.readRows(
        sql -> {
          Long number = EmbeddingTable.find(sql, model);
          return number == null
              ? List.of()
              : new NearestQuery(sql, filter, number, vector).first(limit);
        });
  }

  @Override
  public Map<String, Double> cosines(String model, Vector vector, Collection<String> ids) {
    return readers.readRows(
        sql -> {
          Map<String, Double> cosines = new HashMap<>();
          Long number = EmbeddingTable.find(sql, model);
          if (number != null) {
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
          }
          return cosines;
        });
  }

  @Override
  public List<String> without(String model, String after, int limit) {
    return readers.readRows(
        sql -> {
          Long number = EmbeddingTable.find(sql, model);
          return sql.all(
              row -> row.getString(1), WITHOUT, after, number == null ? NO_MODEL : number, limit);
        });
  }
}
