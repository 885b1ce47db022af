package dev.membrane.store.sqlite.internal.search;

import dev.membrane.spi.search.Filter;
import dev.membrane.spi.store.Vector;
import dev.membrane.spi.store.Vectors;
import dev.membrane.store.jdbc.internal.table.StoredVector;
import dev.membrane.store.jdbc.internal.table.VectorQuery;
import dev.membrane.store.sqlite.internal.cache.Caches;
import dev.membrane.store.sqlite.internal.cache.RowCache;
import dev.membrane.store.sqlite.internal.session.Readers;
import dev.membrane.store.sqlite.internal.vector.MostAlike;
import dev.membrane.store.sqlite.internal.vector.SignIndex;
import dev.membrane.store.sqlite.internal.vector.Signs;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/** Answers about the vectors of a file. */
public record SqliteVectors(Readers readers, Caches caches) implements Vectors {

  private static final String RIDS =
      """
      SELECT m.rid, m.id FROM json_each(:ids) i CROSS JOIN memory m ON m.id = i.value
      """;

  @Override
  public List<Near> nearest(Filter filter, String model, Vector vector, int limit) {
    long number = readers.readByOneStatement(sql -> VectorQuery.number(sql, model));
    SqliteNearest query = new SqliteNearest(caches, filter, number, vector);
    if (filter.episode() != null) {
      return readers.read(sql -> query.ofEpisode(sql, limit));
    }
    SignIndex index = caches.signs();
    if (index == null || !readers.readByOneStatement(query::isOverMany)) {
      return readers.read(sql -> query.ofAll(sql, limit));
    }
    Set<Long> spaces = readers.readByOneStatement(query::spaces);
    List<Signs> signs = index.of(number, vector.dimensions(), spaces, readers);
    MostAlike alike = new MostAlike(vector, signs);
    return readers.read(sql -> query.ofMostAlike(sql, alike, limit));
  }

  @Override
  public Map<String, Double> cosines(String model, Vector vector, Collection<String> ids) {
    RowCache<Long, StoredVector>.CacheView cache = caches.vectors().view();
    return readers.read(
        sql -> {
          Map<Long, String> idsByRid =
              sql.map(
                  row -> row.getLong(1),
                  row -> row.getString(2),
                  RIDS,
                  Map.of("ids", sql.dialect().texts(ids)));
          Map<String, Double> cosines = new HashMap<>();
          long number = VectorQuery.number(sql, model);
          for (StoredVector one : new VectorLookup(sql, cache).of(idsByRid.keySet())) {
            if (one.isLike(number, vector)) {
              cosines.put(
                  Objects.requireNonNull(idsByRid.get(one.rid())), vector.cosine(one.vector()));
            }
          }
          return cosines;
        });
  }

  @Override
  public List<String> without(String model, String after, int limit) {
    return readers.read(sql -> VectorQuery.without(sql, model, after, limit));
  }
}
