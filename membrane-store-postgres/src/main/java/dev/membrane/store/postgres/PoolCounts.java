package dev.membrane.store.postgres;

import dev.membrane.store.jdbc.Space;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jdbi.v3.core.Handle;

/**
 * How often words occur in the visible pools. Most words occur in few of many scopes, so most of
 * their lists need not be read.
 */
record PoolCounts(Map<String, Map<Long, Long>> recordsByPool, long arrivals) {

  // A pool of all scopes counts nothing itself.
  private static final String COUNTS =
      """
      SELECT w.word, a.id, CAST(sum(w.records) AS bigint)
      FROM pool a
      JOIN pool p ON p.id = a.id
        OR (a.whole AND NOT p.whole AND p.scope <> '' AND p.level = a.level)
      JOIN pool_word w ON w.pool = p.id
      WHERE a.id = ANY (:pools) AND w.word = ANY (:words)
      GROUP BY w.word, a.id
      """;

  private static final String ARRIVALS = "SELECT coalesce(max(rid), 0) FROM memory";

  private record Line(String word, long pool, long records) {}

  static PoolCounts read(Handle handle, List<Space> spaces, Collection<String> words) {
    Map<String, Map<Long, Long>> counts = new HashMap<>();
    handle
        .createQuery(COUNTS)
        .bindArray("pools", Long.class, spaces.stream().map(Space::pool).distinct().toList())
        .bindArray("words", String.class, words)
        .map((row, context) -> new Line(row.getString(1), row.getLong(2), row.getLong(3)))
        .forEach(
            line ->
                counts
                    .computeIfAbsent(line.word(), word -> new HashMap<>())
                    .put(line.pool(), line.records()));
    return new PoolCounts(counts, handle.createQuery(ARRIVALS).mapTo(Long.class).one());
  }

  /** The spaces that may have the word. */
  List<Space> spacesWith(String word, List<Space> spaces) {
    Map<Long, Long> pools = recordsByPool.getOrDefault(word, Map.of());
    return spaces.stream().filter(space -> pools.containsKey(space.pool())).toList();
  }

  /**
   * Whether it is faster to find enough records with the word by going back through all arrivals
   * than by sorting all records that have it. The work is {@code limit * arrivals / records}
   * against {@code records}.
   */
  boolean isCommon(String word, int limit) {
    double records =
        recordsByPool.getOrDefault(word, Map.of()).values().stream().mapToLong(n -> n).sum();
    return records * records > (double) limit * arrivals;
  }
}
