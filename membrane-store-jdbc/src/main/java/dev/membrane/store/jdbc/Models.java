package dev.membrane.store.jdbc;

import java.sql.SQLException;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;

/** The numbers that stand for the models of vectors. For the writer. */
final class Models {

  private static final String ADD =
      "INSERT INTO model ({columns name}) VALUES ({values name}) RETURNING id";

  private final Writes sql;
  private final Map<String, Long> known = new HashMap<>();

  Models(Writes sql) {
    this.sql = sql;
  }

  /** What was looked up may have been rolled back. */
  void forget() {
    known.clear();
  }

  /** The number of a model, made if it is new. */
  long idOf(String name) throws SQLException {
    Long id = known.get(name);
    if (id == null) {
      long found = VectorQuery.number(sql, name);
      if (found == VectorQuery.NO_MODEL) {
        sql.lockShared();
        found = VectorQuery.number(sql, name);
      }
      id = found == VectorQuery.NO_MODEL ? add(name) : found;
      known.put(name, id);
    }
    return id;
  }

  private long add(String name) throws SQLException {
    return Objects.requireNonNull(
        sql.first(row -> row.getLong(1), ADD, sql.dialect().columns(name)));
  }
}
