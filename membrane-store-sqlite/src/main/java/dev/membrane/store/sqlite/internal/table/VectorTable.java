package dev.membrane.store.sqlite.internal.table;

import dev.membrane.spi.commit.Changeset.Embedding;
import dev.membrane.spi.commit.ConflictException;
import dev.membrane.store.jdbc.internal.table.SharedChanges;
import dev.membrane.store.jdbc.internal.table.StoredVector;
import dev.membrane.store.jdbc.internal.table.VectorRow;
import dev.membrane.store.sqlite.internal.session.Sql;
import java.sql.SQLException;

/** The vectors of records. For the writer. */
final class VectorTable {

  private static final String PUT =
      """
      INSERT INTO embedding (space, rid, model, vector, row_hash, written_at)
      SELECT m.space, m.rid, ?, ?, ?, ? FROM memory m WHERE m.id = ?
      ON CONFLICT (space, rid) DO UPDATE
      SET model = excluded.model, vector = excluded.vector, row_hash = excluded.row_hash,
        written_at = excluded.written_at
      RETURNING space, rid
      """;

  private static final String MOVE =
      """
      UPDATE embedding SET space = ? WHERE space = ? AND rid = ?
      RETURNING rid, space, model, vector
      """;

  private static final String DELETE = "DELETE FROM embedding WHERE space = ? AND rid = ?";

  private VectorTable() {}

  static void put(Sql sql, VectorRow vector, SharedChanges shared) throws SQLException {
    Embedding embedding = vector.embedding();
    StoredVector added =
        sql.first(
            row ->
                new StoredVector(
                    row.getLong(2), row.getLong(1), vector.model(), embedding.vector()),
            PUT,
            vector.model(),
            vector.vector(),
            vector.hash(),
            vector.writtenAt(),
            embedding.id());
    if (added == null) {
      throw new ConflictException("no such record: " + embedding.id());
    }
    shared.embed(added);
  }

  /** The record is in another space now. */
  static void move(Sql sql, long rid, long before, long after, SharedChanges shared)
      throws SQLException {
    if (before != after) {
      sql.all(row -> StoredVector.read(row, sql.dialect().cipher()), MOVE, after, before, rid)
          .forEach(shared::embed);
    }
  }

  static void delete(Sql sql, long rid, long space) throws SQLException {
    sql.update(DELETE, space, rid);
  }
}
