package dev.membrane.store.jdbc.internal.table;

import dev.membrane.spi.store.Vector;
import dev.membrane.store.jdbc.internal.dialect.Dialect;
import dev.membrane.store.jdbc.internal.dialect.ReadTransaction;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Reads which models there are vectors of, and which records have none. */
public final class VectorQuery {

  /** The number of no model. */
  public static final long NO_MODEL = -1;

  private static final String MODEL = "SELECT o.id FROM model o WHERE o.name = :name";

  private static final String WITHOUT =
      """
      SELECT {text m.id} FROM memory m
      WHERE m.id > :after
        AND NOT EXISTS (SELECT 1 FROM embedding e WHERE {embedding} AND e.model = :model)
      ORDER BY m.id
      LIMIT :limit
      """;

  private VectorQuery() {}

  /** The number of a model; {@link #NO_MODEL} if there has never been a vector of it. */
  public static long number(ReadTransaction rows, String model) throws SQLException {
    List<Long> found =
        rows.all(row -> row.getLong(1), MODEL, Map.of("name", rows.dialect().key(model)));
    return found.isEmpty() ? NO_MODEL : found.get(0);
  }

  /**
   * How alike a vector is to others that it can be compared with, by the ids of their records.
   *
   * @param sql finds the id and the number of each record, and its vector
   */
  public static Map<String, Double> cosines(
      ReadTransaction rows, Vector vector, String sql, Map<String, ?> values) throws SQLException {
    Dialect dialect = rows.dialect();
    Map<String, Double> cosines = new HashMap<>();
    rows.each(
        row -> {
          Vector found = StoredVector.vector(dialect.cipher(), row.getLong(2), row.getBytes(3));
          if (found.dimensions() == vector.dimensions()) {
            cosines.put(dialect.plain(row.getString(1)), vector.cosine(found));
          }
        },
        sql,
        values);
    return cosines;
  }

  /** The ids, in their order, of records without a vector of a model, after one of them. */
  public static List<String> without(ReadTransaction rows, String model, String after, int limit)
      throws SQLException {
    Dialect dialect = rows.dialect();
    return rows.all(
        row -> dialect.plain(row.getString(1)),
        WITHOUT,
        Map.of("after", dialect.key(after), "model", number(rows, model), "limit", limit));
  }
}
