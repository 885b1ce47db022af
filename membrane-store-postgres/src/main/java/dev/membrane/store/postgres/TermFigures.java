package dev.membrane.store.postgres;

import dev.membrane.spi.TermStatistics;
import dev.membrane.spi.Visibility;
import dev.membrane.store.sql.Words;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jdbi.v3.core.Handle;

/** Adds up the pools that a caller sees in full. */
final class TermFigures {

  private static final String POOLS =
      """
      SELECT p.id, p.records, p.length FROM pool p
      WHERE p.scope = ANY (:scopes) AND (NOT p.whole OR :whole) AND p.level <= :most
      """;

  private static final String WORDS =
      """
      SELECT c.word, CAST(sum(c.records) AS bigint) FROM pool_word c
      WHERE c.pool = ANY (:pools) AND c.word = ANY (:words)
      GROUP BY c.word
      """;

  private record Pool(long id, long records, long length) {}

  private record Count(String word, long records) {}

  private TermFigures() {}

  static TermStatistics read(Handle handle, Visibility visibility, Collection<String> terms) {
    List<Pool> pools = pools(handle, visibility);
    return new TermStatistics(
        pools.stream().mapToLong(Pool::records).sum(),
        pools.stream().mapToLong(Pool::length).sum(),
        recordsByTerm(handle, pools, terms));
  }

  private static List<Pool> pools(Handle handle, Visibility visibility) {
    return handle
        .createQuery(POOLS)
        .bindArray("scopes", String.class, VisibleSpaces.scopes(visibility))
        .bind("whole", VisibleSpaces.whole(visibility))
        .bind("most", visibility.ceiling().level())
        .map((row, context) -> new Pool(row.getLong(1), row.getLong(2), row.getLong(3)))
        .list();
  }

  private static Map<String, Long> recordsByTerm(
      Handle handle, List<Pool> pools, Collection<String> terms) {
    Map<String, String> termsByWord = new HashMap<>();
    terms.forEach(term -> termsByWord.put(Words.term(term), term));
    Map<String, Long> recordsByTerm = new HashMap<>();
    handle
        .createQuery(WORDS)
        .bindArray("words", String.class, termsByWord.keySet())
        .bindArray("pools", Long.class, pools.stream().map(Pool::id).toList())
        .map((row, context) -> new Count(row.getString(1), row.getLong(2)))
        .forEach(
            count ->
                recordsByTerm.put(
                    termsByWord.getOrDefault(count.word(), count.word()), count.records()));
    return recordsByTerm;
  }
}
