package dev.membrane.store.postgres;

import dev.membrane.spi.Filter;
import dev.membrane.spi.Hit;
import dev.membrane.store.sql.Candidate;
import dev.membrane.store.sql.Micros;
import dev.membrane.store.sql.Words;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jdbi.v3.core.Handle;

/** Reads rows of visible spaces as hits, those of them that pass the filter. */
final class Lookup {

  private static final String ROWS =
      """
      SELECT s.space <columns>, d.length, CASE WHEN :withWords THEN d.words ELSE '' END
      FROM memory s JOIN document d ON d.rid = s.rid
      WHERE s.rid = ANY (:rids)
        AND (s.valid_from IS NULL OR s.valid_from <= :at)
        AND (s.valid_until IS NULL OR s.valid_until >= :at)
      """;

  private static final int LENGTH = 14;
  private static final int WORDS = 15;

  private final Handle handle;
  private final Filter filter;
  private final List<String> words;

  private record Line(Candidate candidate, int length, String words) {}

  Lookup(Handle handle, Filter filter) {
    this.handle = handle;
    this.filter = filter;
    this.words = Words.always(filter).stream().map(word -> " " + word + " ").toList();
  }

  /** The hits among some rows by rid, without term counts. */
  Map<Long, Hit> hits(Collection<Long> rids) {
    Map<Long, Hit> hits = new HashMap<>();
    handle
        .createQuery(ROWS)
        .define("columns", CandidateRow.COLUMNS)
        .bind("withWords", !words.isEmpty())
        .bindArray("rids", Long.class, rids)
        .bind("at", Micros.of(filter.at()))
        .map(
            (row, context) ->
                new Line(
                    CandidateRow.read(row, filter.at()), row.getInt(LENGTH), row.getString(WORDS)))
        .forEach(line -> add(line, hits));
    return hits;
  }

  private void add(Line line, Map<Long, Hit> hits) {
    Candidate candidate = line.candidate();
    if (candidate.isEnoughFor(filter) && words.stream().allMatch(line.words()::contains)) {
      hits.put(candidate.rid(), candidate.toHit(Map.of(), line.length()));
    }
  }
}
