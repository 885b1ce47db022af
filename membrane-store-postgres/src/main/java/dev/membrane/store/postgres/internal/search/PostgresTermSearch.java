package dev.membrane.store.postgres.internal.search;

import dev.membrane.spi.search.Filter;
import dev.membrane.spi.search.Hit;
import dev.membrane.store.jdbc.crypto.StoreCipher;
import dev.membrane.store.jdbc.internal.dialect.ReadTransaction;
import dev.membrane.store.jdbc.internal.filter.Conditions;
import dev.membrane.store.jdbc.internal.filter.Space;
import dev.membrane.store.jdbc.internal.filter.Space.By;
import dev.membrane.store.jdbc.internal.search.Candidate;
import dev.membrane.store.jdbc.internal.search.CandidateQuery;
import dev.membrane.store.jdbc.internal.search.VisibleSpaces;
import dev.membrane.store.jdbc.internal.words.WordEncoding;
import dev.membrane.store.jdbc.internal.words.WordList;
import dev.membrane.store.postgres.internal.dialect.PostgresWordMatch;
import java.sql.SQLException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** Candidates by terms: for each term the records that arrived last, until there are enough. */
public final class PostgresTermSearch {

  // Materialized, so that the index is asked first; with an offset of nothing, so that each record
  // is looked up by its number. The planner would else go through all records for a common word.
  private static final String BY_INDEX =
      """
      WITH found AS MATERIALIZED (SELECT p.rid FROM posting p WHERE <match>)
      SELECT s.<space> <columns>
      FROM (SELECT rid FROM found ORDER BY rid DESC) f
      CROSS JOIN LATERAL (SELECT * FROM memory m WHERE m.rid = f.rid OFFSET 0) s
      WHERE TRUE <conditions>
      ORDER BY f.rid DESC
      LIMIT <limit>
      """;

  // Statistics that are older than the rows would else let the planner go through all words once
  // for each record.
  private static final String BY_ARRIVAL =
      """
      SELECT s.<space> <columns>
      FROM posting p
      CROSS JOIN LATERAL (SELECT * FROM memory m WHERE m.rid = p.rid OFFSET 0) s
      WHERE <match> <conditions>
      ORDER BY p.rid DESC
      LIMIT <limit>
      """;

  private static final String TEXTS =
      "SELECT d.rid, d.length, d.words FROM document d WHERE d.rid = ANY (:rids)";

  private final ReadTransaction rows;
  private final StoreCipher cipher;
  private final Filter filter;
  private final int limit;
  private final Map<String, String> wordsByTerm = new LinkedHashMap<>();
  private final Map<Long, Candidate> found = new LinkedHashMap<>();

  public PostgresTermSearch(ReadTransaction rows, Filter filter, List<String> terms, int limit) {
    this.rows = rows;
    this.cipher = rows.dialect().cipher();
    this.filter = filter;
    this.limit = limit;
    terms.forEach(term -> wordsByTerm.put(term, WordEncoding.term(term)));
  }

  public List<Hit> hits() throws SQLException {
    VisibleSpaces visible = VisibleSpaces.of(rows, filter);
    CandidateQuery query =
        new CandidateQuery(rows, filter, By.SCOPE, visible.full(), Conditions.besidesWords(filter));
    PostgresWordPools counts = PostgresWordPools.read(rows, visible.full(), wordsByTerm.values());
    rows.update(PostgresWordMatch.ASK_INDEX_FIRST);
    for (String word : wordsByTerm.values()) {
      List<Space> spaces = counts.spacesWith(word, visible.full());
      if (found.size() < limit && !spaces.isEmpty()) {
        String sql = counts.isCommon(word, limit) ? BY_ARRIVAL : BY_INDEX;
        readLatest(query, sql, new PostgresWordMatch(cipher, spaces, filter, word));
      }
    }
    return withCounts();
  }

  /** Until there are enough: those found already are among them, at the worst. */
  private void readLatest(CandidateQuery query, String sql, PostgresWordMatch match)
      throws SQLException {
    rows.until(
        row -> {
          Candidate next = query.candidate(row);
          if (next.isEnoughFor(filter)) {
            found.putIfAbsent(next.rid(), next);
          }
          return found.size() >= limit;
        },
        match.sql(query.sql(sql), limit()),
        query.values(match.values()));
  }

  /** Rows that are not salient enough are left out later. */
  private String limit() {
    return filter.minSalience() > 0 ? "ALL" : String.valueOf(limit);
  }

  private List<Hit> withCounts() throws SQLException {
    Map<String, String> soughtByTerm = WordList.sought(wordsByTerm);
    return rows.all(
        row -> {
          long rid = row.getLong(1);
          WordList words = WordList.open(cipher, rid, row.getString(3));
          Candidate candidate = Objects.requireNonNull(found.get(rid));
          return candidate.toHit(words.counts(soughtByTerm), row.getInt(2), words.mark());
        },
        TEXTS,
        Map.of("rids", rows.dialect().numbers(found.keySet())));
  }
}
