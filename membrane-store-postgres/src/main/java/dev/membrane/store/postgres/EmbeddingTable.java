package dev.membrane.store.postgres;

import dev.membrane.spi.Embedding;
import dev.membrane.store.jdbc.RowHash;
import dev.membrane.store.postgres.Sql.Group;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The vectors of records. For the writer. */
final class EmbeddingTable {

  private static final String PUT =
      """
      INSERT INTO embedding (rid, model, vector, row_hash)
      SELECT m.rid, ?, ?, ? FROM memory m WHERE m.id = ?
      ON CONFLICT (rid) DO UPDATE
      SET model = excluded.model, vector = excluded.vector, row_hash = excluded.row_hash
      """;

  private static final String DELETE = "DELETE FROM embedding WHERE rid = ?";

  private static final String MODEL = "SELECT id FROM model WHERE name = ?";

  private static final String ADD_MODEL =
      "INSERT INTO model (name, long_name) VALUES (?, ?) RETURNING id";

  private final Sql sql;
  private final Map<String, Long> models = new HashMap<>();

  EmbeddingTable(Sql sql) {
    this.sql = sql;
  }

  void put(Embedding embedding) throws SQLException {
    String id = Texts.key(embedding.id());
    byte[] vector = embedding.vector().toBytes();
    sql.expect(
        Group.EMBEDDING,
        "no such record: " + embedding.id(),
        PUT,
        model(embedding.model()),
        vector,
        hash(id, Texts.key(embedding.model()), vector),
        id);
  }

  /** What a row says of itself, with the short forms of the record's id and of the model. */
  static String hash(String id, String model, byte[] vector) {
    return RowHash.of(id, model, vector);
  }

  /** What was looked up may have been rolled back. */
  void forget() {
    models.clear();
  }

  static void delete(Sql sql, long rid) {
    sql.later(Group.EMBEDDING, DELETE, rid);
  }

  private long model(String name) throws SQLException {
    Long known = models.get(name);
    if (known == null) {
      Long found = number(MODEL, name);
      known =
          found == null
              ? Objects.requireNonNull(
                  sql.first(
                      row -> row.getLong(1), ADD_MODEL, Texts.key(name), Texts.beyondKey(name)))
              : found;
      models.put(name, known);
    }
    return known;
  }

  private @Nullable Long number(String query, String name) throws SQLException {
    return sql.first(row -> row.getLong(1), query, Texts.key(name));
  }
}
