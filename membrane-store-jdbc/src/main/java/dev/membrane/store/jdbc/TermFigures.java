package dev.membrane.store.jdbc;

import dev.membrane.spi.TermStatistics;
import dev.membrane.spi.Visibility;
import java.sql.SQLException;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Adds up the counts of the pools that a caller sees in full. */
public final class TermFigures {

  private static final String POOLS =
      """
      SELECT p.id, p.records, p.length
      FROM pool p
      WHERE {counted p} AND p.level <= :most
      """;

  private record Pool(long id, long records, long length) {}

  private TermFigures() {}

  /** The figures of what is visible, and in how many records terms occur there. */
  public static TermStatistics read(Rows rows, Visibility visibility, Collection<String> terms)
      throws SQLException {
    List<Pool> pools = pools(rows, visibility);
    return new TermStatistics(
        pools.stream().mapToLong(Pool::records).sum(),
        pools.stream().mapToLong(Pool::length).sum(),
        recordsByTerm(rows, pools, terms));
  }

  /** How many records are visible. */
  public static long records(Rows rows, Visibility visibility) throws SQLException {
    return pools(rows, visibility).stream().mapToLong(Pool::records).sum();
  }

  private static List<Pool> pools(Rows rows, Visibility visibility) throws SQLException {
    return rows.all(
        row -> new Pool(row.getLong(1), row.getLong(2), row.getLong(3)),
        POOLS,
        Map.of(
            "scopes",
            VisibleSpaces.scopes(rows.dialect(), visibility),
            "whole",
            VisibleSpaces.whole(visibility),
            "most",
            visibility.ceiling().level()));
  }

  private static Map<String, Long> recordsByTerm(
      Rows rows, List<Pool> pools, Collection<String> terms) throws SQLException {
    Map<String, String> termsByWord = new HashMap<>();
    terms.forEach(term -> termsByWord.put(Words.term(term), term));
    List<Long> ids = pools.stream().map(Pool::id).toList();
    Map<String, Long> recordsByTerm = new HashMap<>();
    rows.dialect()
        .records(rows, ids, termsByWord.keySet())
        .forEach(
            (word, records) -> recordsByTerm.put(termsByWord.getOrDefault(word, word), records));
    return recordsByTerm;
  }
}
