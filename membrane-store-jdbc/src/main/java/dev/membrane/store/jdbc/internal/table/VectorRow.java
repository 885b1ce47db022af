package dev.membrane.store.jdbc.internal.table;

import dev.membrane.schema.Timestamps;
import dev.membrane.spi.commit.Changeset.Embedding;
import dev.membrane.store.jdbc.crypto.StoreCipher;
import dev.membrane.store.jdbc.internal.dialect.Dialect;
import dev.membrane.store.jdbc.internal.session.WriteTransaction;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A vector as its row will hold it.
 *
 * @param model the number of its model
 * @param vector encrypted with the key of the record's scope, if the store is; of a record that is
 *     not there as it is
 * @param writtenAt the instant of the commit in microseconds; null if it is not kept
 */
@SuppressWarnings("ArrayRecordComponent") // bytes for the column; nobody compares rows
public record VectorRow(
    Embedding embedding, long model, byte[] vector, @Nullable Long writtenAt, String hash) {

  private static final String PLACES =
      "SELECT {text m.id}, m.rid, m.scope FROM memory m WHERE m.id {in ids}";

  private record VectorPlace(long rid, String scope) {}

  /**
   * The rows of some vectors; the places of all their records are read together.
   *
   * @param models the number of each model by its name
   */
  public static List<VectorRow> of(
      WriteTransaction sql,
      List<Embedding> embeddings,
      Map<String, Long> models,
      @Nullable Instant at)
      throws SQLException {
    Dialect dialect = sql.dialect();
    Map<String, VectorPlace> places =
        dialect.cipher().isPlain() ? Map.of() : places(sql, embeddings);
    Long writtenAt = at == null ? null : Timestamps.toEpochMicros(at);
    List<VectorRow> rows = new ArrayList<>();
    for (Embedding embedding : embeddings) {
      byte[] vector = sealed(embedding, places.get(embedding.id()), dialect.cipher());
      String id = dialect.key(embedding.id());
      String hash = StoredVector.hash(id, dialect.key(embedding.model()), vector, writtenAt);
      long model = Objects.requireNonNull(models.get(embedding.model()));
      rows.add(new VectorRow(embedding, model, vector, writtenAt, hash));
    }
    return rows;
  }

  private static byte[] sealed(
      Embedding embedding, @Nullable VectorPlace place, StoreCipher cipher) {
    byte[] bytes = embedding.vector().toBytes();
    return place == null
        ? bytes
        : cipher.seal(place.scope(), StoredVector.VECTOR, place.rid(), bytes);
  }

  private static Map<String, VectorPlace> places(WriteTransaction sql, List<Embedding> embeddings)
      throws SQLException {
    Dialect dialect = sql.dialect();
    return sql.map(
        row -> dialect.plain(row.getString(1)),
        row -> new VectorPlace(row.getLong(2), dialect.plainScope(row.getString(3))),
        PLACES,
        Map.of("ids", dialect.keys(embeddings.stream().map(Embedding::id).toList())));
  }
}
