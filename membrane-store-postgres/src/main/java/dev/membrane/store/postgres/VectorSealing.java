package dev.membrane.store.postgres;

import dev.membrane.spi.Embedding;
import dev.membrane.store.jdbc.Dialect;
import dev.membrane.store.jdbc.StoredVector;
import dev.membrane.store.jdbc.Writes;
import dev.membrane.store.jdbc.crypto.StoreCipher;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Encrypts vectors with the keys of the scopes of their records.
 *
 * @param places by id; a record that is not there has none
 */
record VectorSealing(StoreCipher cipher, Map<String, VectorPlace> places) {

  private static final String PLACES =
      "SELECT {text m.id}, m.rid, m.scope FROM memory m WHERE m.id {in ids}";

  record VectorPlace(long rid, String scope) {}

  /** For the vectors of some records; all their places are read together. */
  static VectorSealing of(Writes sql, List<Embedding> embeddings) throws SQLException {
    Dialect dialect = sql.dialect();
    Map<String, VectorPlace> places = new HashMap<>();
    if (!dialect.cipher().isPlain()) {
      sql.each(
          row ->
              places.put(
                  dialect.plain(row.getString(1)),
                  new VectorPlace(row.getLong(2), dialect.plainScope(row.getString(3)))),
          PLACES,
          Map.of("ids", dialect.keys(embeddings.stream().map(Embedding::id).toList())));
    }
    return new VectorSealing(dialect.cipher(), places);
  }

  /** A vector as the column has it. */
  byte[] bytes(Embedding embedding) {
    byte[] bytes = embedding.vector().toBytes();
    VectorPlace place = places.get(embedding.id());
    return place == null
        ? bytes
        : cipher.seal(place.scope(), StoredVector.VECTOR, place.rid(), bytes);
  }
}
