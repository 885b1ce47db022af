package dev.membrane.store.sqlite;

import dev.membrane.spi.Hit;
import dev.membrane.spi.Search;
import dev.membrane.store.sql.Candidate;
import dev.membrane.store.sql.Space.By;
import dev.membrane.store.sql.WordList;
import dev.membrane.store.sql.Words;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.result.ResultIterator;

/** Candidates by terms: for each term the records that arrived last, until there are enough. */
final class TermSearch {

  // Rows of the index come by falling rowid without sorting, so that reading may stop anywhere.
  private static final String POSTINGS =
      """
      SELECT s.<space> <columns>
      FROM posting CROSS JOIN memory s ON s.rid = posting.rowid
      WHERE posting MATCH :match <conditions>
      ORDER BY posting.rowid DESC
      """;

  private static final String TEXTS =
      """
      SELECT d.rid, d.length, d.words
      FROM json_each(:rids) r CROSS JOIN document d ON d.rid = r.value
      """;

  private final Handle handle;
  private final Search search;
  private final Map<String, String> wordsByTerm = new LinkedHashMap<>();
  private final Map<Long, Candidate> found = new LinkedHashMap<>();

  TermSearch(Handle handle, Search search, List<String> terms) {
    this.handle = handle;
    this.search = search;
    terms.forEach(term -> wordsByTerm.put(term, Words.term(term)));
  }

  List<Hit> hits() {
    VisibleSpaces visible = VisibleSpaces.of(handle, search.filter());
    CandidateQuery query =
        new CandidateQuery(
            handle,
            search.filter(),
            By.SCOPE,
            visible.full(),
            Conditions.besidesWords(search.filter()));
    WordPools pools = WordPools.read(handle, visible.full(), wordsByTerm.values());
    for (String word : wordsByTerm.values()) {
      Match match = new Match(pools.spacesWith(word, visible.full()), search.filter());
      latest(query, match.expressions(word)).forEach(this::add);
    }
    return withCounts();
  }

  private void add(Candidate candidate) {
    if (found.size() < search.limit()) {
      found.putIfAbsent(candidate.rid(), candidate);
    }
  }

  private List<Candidate> latest(CandidateQuery query, List<String> expressions) {
    List<Candidate> latest = new ArrayList<>();
    for (String expression : expressions) {
      if (found.size() < search.limit()) {
        readLatest(query, expression, latest);
      }
    }
    latest.sort(Comparator.comparingLong(Candidate::rid).reversed());
    return latest;
  }

  /** As many as are wanted in all: those found already are among them, at the worst. */
  private void readLatest(CandidateQuery query, String expression, List<Candidate> latest) {
    int passed = 0;
    try (ResultIterator<Candidate> rows =
        query.candidates(query.query(POSTINGS).bind("match", expression)).iterator()) {
      while (passed < search.limit() && rows.hasNext()) {
        Candidate next = rows.next();
        if (next.isEnoughFor(search.filter())) {
          latest.add(next);
          passed++;
        }
      }
    }
  }

  private List<Hit> withCounts() {
    Map<String, String> soughtByTerm = new LinkedHashMap<>();
    wordsByTerm.forEach((term, word) -> soughtByTerm.put(term, WordList.sought(word)));
    return handle
        .createQuery(TEXTS)
        .bind("rids", found.keySet().toString())
        .map(
            (row, context) -> {
              WordList words = new WordList(row.getString(3));
              return hit(row.getLong(1), row.getInt(2), words, soughtByTerm);
            })
        .list();
  }

  private Hit hit(long rid, int length, WordList words, Map<String, String> soughtByTerm) {
    Map<String, Integer> counts = new HashMap<>();
    soughtByTerm.forEach(
        (term, sought) -> {
          int count = words.count(sought);
          if (count > 0) {
            counts.put(term, count);
          }
        });
    return Objects.requireNonNull(found.get(rid)).toHit(counts, length);
  }
}
