package dev.membrane.store.sqlite;

import dev.membrane.spi.ConflictException;
import dev.membrane.spi.Embedding;
import dev.membrane.spi.Vector;
import dev.membrane.store.jdbc.Effects;
import dev.membrane.store.jdbc.RowHash;
import java.sql.ResultSet;
import java.sql.SQLException;

/** The vectors of records. For the writer. */
final class VectorTable {

  /** The number of no model. */
  static final long NO_MODEL = -1;

  private static final String PUT =
      """
      INSERT INTO embedding (space, rid, model, vector, row_hash)
      SELECT m.space, m.rid, ?, ?, ? FROM memory m WHERE m.id = ?
      ON CONFLICT (space, rid) DO UPDATE
      SET model = excluded.model, vector = excluded.vector, row_hash = excluded.row_hash
      RETURNING space, rid
      """;

  private static final String MOVE =
      """
      UPDATE embedding SET space = ? WHERE space = ? AND rid = ?
      RETURNING space, rid, model, vector
      """;

  private static final String DELETE = "DELETE FROM embedding WHERE space = ? AND rid = ?";

  private static final String MODEL = "SELECT id FROM model WHERE name = ?";

  private VectorTable() {}

  static void put(Sql sql, Embedding embedding, long model, Effects effects) throws SQLException {
    Vector vector = embedding.vector();
    byte[] bytes = vector.toBytes();
    Effects.Embedded added =
        sql.first(
            row -> new Effects.Embedded(model, row.getLong(2), row.getLong(1), vector),
            PUT,
            model,
            bytes,
            RowHash.of(embedding.id(), embedding.model(), bytes),
            embedding.id());
    if (added == null) {
      throw new ConflictException("no such record: " + embedding.id());
    }
    effects.embed(added);
  }

  /** The record is in another space now. */
  static void move(Sql sql, long rid, long before, long after, Effects effects)
      throws SQLException {
    if (before != after) {
      sql.all(VectorTable::added, MOVE, after, before, rid).forEach(effects::embed);
    }
  }

  private static Effects.Embedded added(ResultSet row) throws SQLException {
    return new Effects.Embedded(
        row.getLong(3), row.getLong(2), row.getLong(1), Vector.fromBytes(row.getBytes(4)));
  }

  static void delete(Sql sql, long rid, long space) throws SQLException {
    sql.update(DELETE, space, rid);
  }

  /** The number of a model; {@link #NO_MODEL} if there has never been a vector of it. */
  static long find(Sql sql, String name) throws SQLException {
    Long found = sql.first(row -> row.getLong(1), MODEL, name);
    return found == null ? NO_MODEL : found;
  }
}
