package dev.membrane.store.jdbc.internal.history;

import dev.membrane.schema.Timestamps;
import dev.membrane.spi.commit.Changeset.Embedding;
import dev.membrane.spi.store.Vector;
import dev.membrane.store.jdbc.internal.dialect.Dialect;
import dev.membrane.store.jdbc.internal.dialect.ReadTransaction;
import dev.membrane.store.jdbc.internal.row.Nullables;
import dev.membrane.store.jdbc.internal.row.RowHash;
import dev.membrane.store.jdbc.internal.session.WriteTransaction;
import dev.membrane.store.jdbc.internal.session.WriteTransaction.WriteGroup;
import dev.membrane.store.jdbc.internal.table.StoredVector;
import dev.membrane.store.jdbc.internal.table.VectorQuery;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The former vectors of records. Each was there from when it was written until another one took its
 * place or its record went, and is kept as long as a version that ended then. Stateless and
 * thread-safe.
 */
public final class FormerVectors {

  /** A vector that was there while the content was another one that was erased is not kept. */
  private static final String PRESENT =
      """
      SELECT {text m.id}, e.rid, e.model, e.vector, e.written_at, e.row_hash
      FROM memory m {join} embedding e ON {embedding}
      WHERE m.id {in ids} AND NOT EXISTS (
        SELECT 1 FROM version v
        WHERE v.rid = m.rid AND v.delta = '!' AND v.until >= coalesce(e.written_at, 0))
      """;

  /** Of two that ended at the same instant, if a clock was set back, the first is kept. */
  private static final String KEEP =
      """
      INSERT INTO former_vector (rid, until, model, vector, written_at, row_hash)
      VALUES (?, ?, ?, ?, ?, ?)
      ON CONFLICT DO NOTHING
      """;

  private static final String DELETE = "DELETE FROM former_vector WHERE rid = ?";

  private static final String ERASE =
      """
      DELETE FROM former_vector WHERE rid IN (
        SELECT m.rid FROM memory m WHERE m.id = ?
        UNION ALL SELECT t.rid FROM tombstone t WHERE t.id = ?)
      """;

  /** Of each record the first that ended later, or else the present one, if it was there. */
  private static final String AT =
      """
      SELECT {text m.id}, e.rid, e.vector
      FROM memory m {join} embedding e ON {embedding}
      WHERE m.id {in ids} AND e.model = :model AND coalesce(e.written_at, 0) <= :at
        AND NOT EXISTS (SELECT 1 FROM former_vector f WHERE f.rid = m.rid AND f.until > :at)
      UNION ALL
      SELECT r.id, f.rid, f.vector
      FROM (
        SELECT m.rid, {text m.id} AS id FROM memory m WHERE m.id {in ids}
        UNION ALL SELECT t.rid, {text t.id} FROM tombstone t WHERE t.id {in ids}) r
      {join} former_vector f ON f.rid = r.rid
      WHERE f.model = :model AND coalesce(f.written_at, 0) <= :at AND f.until = (
        SELECT min(l.until) FROM former_vector l WHERE l.rid = r.rid AND l.until > :at)
      """;

  private FormerVectors() {}

  /** The row of a vector, which may be encrypted. */
  @SuppressWarnings("ArrayRecordComponent") // bytes as the column has them; nobody compares rows
  private record Present(
      String id, long rid, long model, byte[] vector, @Nullable Long writtenAt, String hash) {

    static Present read(ResultSet row, Dialect dialect) throws SQLException {
      return new Present(
          dialect.plain(row.getString(1)),
          row.getLong(2),
          row.getLong(3),
          row.getBytes(4),
          Nullables.number(row, 5),
          row.getString(6));
    }

    /** Nobody has ever seen what ends at the instant at which it was written. */
    void keep(WriteTransaction sql, long until) throws SQLException {
      if (writtenAt == null || writtenAt < until) {
        put(sql, new FormerVectorRow(rid, until, model, vector, writtenAt), hash);
      }
    }
  }

  /**
   * A former vector.
   *
   * @param until when it ended, in microseconds
   * @param vector as the column has it
   * @param writtenAt in microseconds; null if it is not known
   */
  @SuppressWarnings("ArrayRecordComponent") // bytes as the column has them; nobody compares rows
  record FormerVectorRow(
      long rid, long until, long model, byte[] vector, @Nullable Long writtenAt) {}

  /**
   * Keeps one.
   *
   * @param present the hash of the row that the vector had before
   */
  static void put(WriteTransaction sql, FormerVectorRow former, String present)
      throws SQLException {
    sql.later(
        WriteGroup.VERSION,
        KEEP,
        former.rid(),
        former.until(),
        former.model(),
        former.vector(),
        former.writtenAt(),
        hash(present, former.until()));
  }

  /**
   * The hash of a row.
   *
   * @param present that of the row which the vector had before
   * @param until in microseconds
   */
  public static String hash(String present, long until) {
    return RowHash.of(present, until);
  }

  /**
   * Keeps those that others replace; answers these. One that is equal to what is there replaces
   * nothing, so that a text which grows beyond what a model reads is kept once.
   *
   * @param models the number of each model by its name
   */
  public static List<Embedding> replace(
      WriteTransaction sql, List<Embedding> embeddings, Map<String, Long> models, Instant at)
      throws SQLException {
    Map<String, Present> present = new HashMap<>();
    List<String> ids = embeddings.stream().map(Embedding::id).toList();
    present(sql, ids).forEach(row -> present.put(row.id(), row));
    List<Embedding> others = new ArrayList<>();
    for (Embedding embedding : embeddings) {
      Present row = present.get(embedding.id());
      boolean isSame =
          row != null
              && row.model() == Objects.requireNonNull(models.get(embedding.model()))
              && StoredVector.vector(sql.dialect().cipher(), row.rid(), row.vector())
                  .equals(embedding.vector());
      if (!isSame) {
        others.add(embedding);
        if (row != null) {
          row.keep(sql, Timestamps.toEpochMicros(at));
        }
      }
    }
    return others;
  }

  /**
   * Keeps that of a record which is about to go.
   *
   * @param until in microseconds
   */
  public static void keep(WriteTransaction sql, String id, long until) throws SQLException {
    for (Present row : present(sql, List.of(id))) {
      row.keep(sql, until);
    }
  }

  private static List<Present> present(WriteTransaction sql, List<String> ids) throws SQLException {
    Dialect dialect = sql.dialect();
    return sql.all(row -> Present.read(row, dialect), PRESENT, Map.of("ids", dialect.keys(ids)));
  }

  public static void delete(WriteTransaction sql, long rid) throws SQLException {
    sql.later(WriteGroup.VERSION, DELETE, rid);
  }

  /** Removes those of records that are there, or gone. */
  public static void erase(WriteTransaction sql, List<String> ids) throws SQLException {
    for (String id : ids) {
      String key = sql.dialect().key(id);
      sql.later(WriteGroup.VERSION, ERASE, key, key);
    }
  }

  /** The cosines of the vectors that some records had at an instant. */
  public static Map<String, Double> cosines(
      ReadTransaction rows, Instant at, String model, Vector vector, Collection<String> ids)
      throws SQLException {
    Map<String, ?> values =
        Map.of(
            "ids", rows.dialect().keys(ids),
            "model", VectorQuery.number(rows, model),
            "at", Timestamps.toEpochMicros(at));
    return VectorQuery.cosines(rows, vector, AT, values);
  }
}
