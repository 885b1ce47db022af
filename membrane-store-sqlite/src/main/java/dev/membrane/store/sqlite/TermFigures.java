package dev.membrane.store.sqlite;

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
      SELECT p.id, p.records, p.length
      FROM json_each(:scopes) v
      CROSS JOIN pool p ON p.whole IN (0, :whole) AND p.scope = v.value AND p.level <= :most
      """;

  private static final String WORDS =
      """
      SELECT w.value AS word,
             coalesce((SELECT sum(c.records) FROM json_each(:pools) p
                       CROSS JOIN pool_word c ON c.pool = p.value AND c.word = w.value), 0)
             + coalesce((SELECT sum(c.records) FROM json_each(:pools) p
                         CROSS JOIN pool_word_recent c
                           ON c.pool = p.value AND c.word = w.value), 0) AS found
      FROM json_each(:words) w
      WHERE found > 0
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
        .bind("scopes", VisibleSpaces.scopes(visibility))
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
        .bind("words", JsonTexts.distinct(termsByWord.keySet()))
        .bind("pools", pools.stream().map(Pool::id).toList().toString())
        .map((row, context) -> new Count(row.getString(1), row.getLong(2)))
        .forEach(
            count ->
                recordsByTerm.put(
                    termsByWord.getOrDefault(count.word(), count.word()), count.records()));
    return recordsByTerm;
  }
}
