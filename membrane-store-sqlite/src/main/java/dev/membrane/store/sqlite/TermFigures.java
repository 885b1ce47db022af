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

  private record Pool(long id, long records, long length) {}

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
    List<Long> ids = pools.stream().map(Pool::id).toList();
    Map<String, Long> recordsByTerm = new HashMap<>();
    WordCounts.sums(handle, ids, termsByWord.keySet())
        .forEach(
            (word, records) -> recordsByTerm.put(termsByWord.getOrDefault(word, word), records));
    return recordsByTerm;
  }
}
