package dev.membrane.store.sqlite;

import dev.membrane.spi.ConflictException;
import dev.membrane.spi.Embedding;
import dev.membrane.spi.Vector;
import dev.membrane.store.jdbc.RowHash;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Objects;

/** The vectors of records. For the writer. */
final class EmbeddingTable {

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

  private static final String ADD_MODEL = "INSERT INTO model (name) VALUES (?) RETURNING id";

  private EmbeddingTable() {}

  static void put(Sql sql, Embedding embedding, Effects effects) throws SQLException {
    long model = model(sql, embedding.model());
    Vector vector = embedding.vector();
    byte[] bytes = vector.toBytes();
    SignIndex.Added added =
        sql.first(
            row -> new SignIndex.Added(model, row.getLong(2), row.getLong(1), vector),
            PUT,
            model,
            bytes,
            hash(embedding.id(), embedding.model(), bytes),
            embedding.id());
    if (added == null) {
      throw new ConflictException("no such record: " + embedding.id());
    }
    effects.embed(added);
  }

  /** What a row says of itself. */
  static String hash(String id, String model, byte[] vector) {
    return RowHash.of(id, model, vector);
  }

  /** The record is in another space now. */
  static void move(Sql sql, long rid, long before, long after, Effects effects)
      throws SQLException {
    if (before != after) {
      sql.all(EmbeddingTable::added, MOVE, after, before, rid).forEach(effects::embed);
    }
  }

  private static SignIndex.Added added(ResultSet row) throws SQLException {
    return new SignIndex.Added(
        row.getLong(3), row.getLong(2), row.getLong(1), Vector.fromBytes(row.getBytes(4)));
  }

  static void delete(Sql sql, long rid, long space) throws SQLException {
    sql.update(DELETE, space, rid);
  }

  private static long model(Sql sql, String name) throws SQLException {
    long known = find(sql, name);
    return known != NO_MODEL
        ? known
        : Objects.requireNonNull(sql.first(row -> row.getLong(1), ADD_MODEL, name));
  }

  /** The number of a model; {@link #NO_MODEL} if there has never been a vector of it. */
  static long find(Sql sql, String name) throws SQLException {
    Long found = sql.first(row -> row.getLong(1), MODEL, name);
    return found == null ? NO_MODEL : found;
  }
}
