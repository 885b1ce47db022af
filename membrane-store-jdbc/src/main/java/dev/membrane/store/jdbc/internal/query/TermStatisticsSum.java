package dev.membrane.store.jdbc.internal.query;

import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.mapping;
import static java.util.stream.Collectors.toList;

import dev.membrane.spi.search.Terms.RecordCounts;
import dev.membrane.spi.search.Visibility;
import dev.membrane.store.jdbc.crypto.StoreCipher;
import dev.membrane.store.jdbc.crypto.WordForm;
import dev.membrane.store.jdbc.internal.dialect.ReadTransaction;
import dev.membrane.store.jdbc.internal.search.VisibleSpaces;
import dev.membrane.store.jdbc.internal.words.PoolWords;
import dev.membrane.store.jdbc.internal.words.WordEncoding;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;

/** Adds up the counts of the pools that a caller sees in full. */
public final class TermStatisticsSum {

  private static final String POOLS =
      """
      SELECT p.id, p.records, p.length, p.scope
      FROM pool p
      WHERE {counted p} AND p.level <= :most
      """;

  private static final String RECORDS =
      "SELECT sum(p.records) FROM pool p WHERE {counted p} AND p.level <= :most";

  private record TermPool(long id, long records, long length, String scope) {}

  private TermStatisticsSum() {}

  /** The figures of what is visible, and in how many records terms occur there. */
  static RecordCounts read(ReadTransaction rows, Visibility visibility, Collection<String> terms)
      throws SQLException {
    List<TermPool> pools =
        rows.all(
            row -> new TermPool(row.getLong(1), row.getLong(2), row.getLong(3), row.getString(4)),
            POOLS,
            seen(rows, visibility));
    return new RecordCounts(
        pools.stream().mapToLong(TermPool::records).sum(),
        pools.stream().mapToLong(TermPool::length).sum(),
        recordsByTerm(rows, pools, terms));
  }

  /** How many records are visible. */
  public static long records(ReadTransaction rows, Visibility visibility) throws SQLException {
    return rows.all(row -> row.getLong(1), RECORDS, seen(rows, visibility)).get(0);
  }

  private static Map<String, Object> seen(ReadTransaction rows, Visibility visibility)
      throws SQLException {
    return Map.of(
        "scopes", VisibleSpaces.scopes(rows, visibility),
        "whole", VisibleSpaces.whole(visibility),
        "most", visibility.ceiling().level());
  }

  private static Map<String, Long> recordsByTerm(
      ReadTransaction rows, List<TermPool> pools, Collection<String> terms) throws SQLException {
    StoreCipher cipher = rows.dialect().cipher();
    Map<String, List<Long>> idsByScope =
        pools.stream()
            .collect(
                groupingBy(
                    pool -> cipher.isPlain() ? "" : pool.scope(), mapping(TermPool::id, toList())));
    List<PoolWords> asked = new ArrayList<>();
    Map<String, String> termsByWord = new HashMap<>();
    idsByScope.forEach(
        (scope, ids) -> {
          WordForm form = cipher.wordsOfColumn(scope);
          List<String> words = form.all(terms.stream().map(WordEncoding::term).toList());
          asked.add(new PoolWords(ids, words));
          Iterator<String> term = terms.iterator();
          words.forEach(word -> termsByWord.put(word, term.next()));
        });
    Map<String, Long> recordsByTerm = new HashMap<>();
    rows.dialect()
        .wordIndex()
        .recordsPerWord(rows, asked)
        .forEach(
            (word, records) ->
                recordsByTerm.merge(termsByWord.getOrDefault(word, word), records, Long::sum));
    return recordsByTerm;
  }
}
