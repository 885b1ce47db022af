package dev.membrane.store.postgres.internal.search;

import dev.membrane.spi.search.Filter;
import dev.membrane.spi.search.Hit;
import dev.membrane.spi.search.Terms;
import dev.membrane.store.jdbc.internal.dialect.ReadTransaction;
import dev.membrane.store.jdbc.internal.filter.Conditions;
import dev.membrane.store.jdbc.internal.search.Candidate;
import dev.membrane.store.jdbc.internal.search.Lookup;
import dev.membrane.store.jdbc.internal.words.WordList;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Reads rows from the database. Its hits have no term counts. Of a long word list only the
 * beginning is read, where the mark is, unless the filter asks for words or the list is encrypted.
 */
public final class PostgresLookup implements Lookup {

  private static final String ROWS =
      """
      SELECT s.space %s, d.length, CASE WHEN :whole THEN d.words
        ELSE ' ' || split_part(substr(d.words, 1, %s), ' ', 2) || ' ' END
      FROM memory s JOIN document d ON d.rid = s.rid
      WHERE s.rid {in rids} <conditions>
      """
          .formatted(Candidate.COLUMNS, Terms.MAX_MARK_LENGTH + 3);

  private static final int RID = 2;
  private static final int LENGTH = Candidate.COUNT + 1;
  private static final int WORDS = Candidate.COUNT + 2;

  private final ReadTransaction rows;
  private final Filter filter;
  private final List<String> words;

  public PostgresLookup(ReadTransaction rows, Filter filter) {
    this.rows = rows;
    this.filter = filter;
    this.words = WordList.always(filter);
  }

  @Override
  public Map<Long, Hit> hits(Collection<Long> rids) throws SQLException {
    Map<Long, Hit> hits = new HashMap<>();
    Conditions holding = Conditions.besidesWords(filter);
    Map<String, Object> values = holding.values();
    values.put("whole", !words.isEmpty() || !rows.dialect().cipher().isPlain());
    values.put("rids", rows.dialect().numbers(rids));
    rows.each(
        row ->
            add(
                Candidate.read(row, rows.dialect(), filter.at()),
                row.getInt(LENGTH),
                words(row),
                hits),
        ROWS.replace("<conditions>", holding.holds()),
        values);
    return hits;
  }

  private WordList words(ResultSet row) throws SQLException {
    return WordList.open(rows.dialect().cipher(), row.getLong(RID), row.getString(WORDS));
  }

  private void add(Candidate candidate, int length, WordList all, Map<Long, Hit> hits) {
    if (candidate.isEnoughFor(filter) && all.hasAll(words)) {
      hits.put(candidate.rid(), candidate.toHit(Map.of(), length, all.mark()));
    }
  }
}
