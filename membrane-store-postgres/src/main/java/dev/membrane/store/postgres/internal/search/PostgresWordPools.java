package dev.membrane.store.postgres.internal.search;

import dev.membrane.store.jdbc.crypto.StoreCipher;
import dev.membrane.store.jdbc.crypto.WordForm;
import dev.membrane.store.jdbc.internal.dialect.ReadTransaction;
import dev.membrane.store.jdbc.internal.filter.Space;
import dev.membrane.store.postgres.internal.dialect.PostgresDialect;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * How often words occur in the visible pools. Most words occur in few of many scopes, so most of
 * their lists need not be read.
 */
record PostgresWordPools(Map<String, Map<Long, Long>> recordsByPool, long arrivals) {

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

  // A word of another scope has another form, so that each pool is asked for its own.
  private static final String COUNTS_OF_FORMS =
      """
      SELECT w.word, w.pool, w.records
      FROM unnest(:pools, :words) AS asked (pool, word)
      JOIN pool_word w ON w.pool = asked.pool AND w.word = asked.word
      """;

  private static final String ARRIVALS = "SELECT coalesce(max(rid), 0) FROM memory";

  static PostgresWordPools read(ReadTransaction rows, List<Space> spaces, Collection<String> words)
      throws SQLException {
    StoreCipher cipher = rows.dialect().cipher();
    return new PostgresWordPools(
        cipher.isPlain()
            ? counts(rows, COUNTS, poolsOf(spaces), words, Map.of())
            : countsOfForms(rows, spaces, words, cipher),
        rows.all(row -> row.getLong(1), ARRIVALS, Map.of()).get(0));
  }

  private static Map<String, Map<Long, Long>> countsOfForms(
      ReadTransaction rows, List<Space> spaces, Collection<String> words, StoreCipher cipher)
      throws SQLException {
    List<Long> pools = new ArrayList<>();
    List<String> forms = new ArrayList<>();
    Map<String, String> wordsByForm = new HashMap<>();
    for (List<Space> alike : Space.byForm(cipher, spaces)) {
      WordForm form = Space.formOf(cipher, alike);
      words.forEach(word -> wordsByForm.put(form.of(word), word));
      List<String> some = form.all(List.copyOf(words));
      for (Long pool : poolsOf(alike)) {
        forms.addAll(some);
        pools.addAll(Collections.nCopies(some.size(), pool));
      }
    }
    return counts(rows, COUNTS_OF_FORMS, pools, forms, wordsByForm);
  }

  private static List<Long> poolsOf(List<Space> spaces) {
    return spaces.stream().map(Space::pool).distinct().toList();
  }

  private static Map<String, Map<Long, Long>> counts(
      ReadTransaction rows,
      String sql,
      List<Long> pools,
      Collection<String> words,
      Map<String, String> wordsByForm)
      throws SQLException {
    Map<String, Map<Long, Long>> counts = new HashMap<>();
    rows.each(
        row -> {
          String word = row.getString(1);
          counts
              .computeIfAbsent(wordsByForm.getOrDefault(word, word), first -> new HashMap<>())
              .put(row.getLong(2), row.getLong(3));
        },
        sql,
        Map.of(
            "pools", PostgresDialect.array("bigint", pools.toArray()),
            "words", PostgresDialect.array("text", words.toArray())));
    return counts;
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
