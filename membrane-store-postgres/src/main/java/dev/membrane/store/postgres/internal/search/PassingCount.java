package dev.membrane.store.postgres.internal.search;

import dev.membrane.spi.search.Filter;
import dev.membrane.store.jdbc.internal.dialect.ReadTransaction;
import dev.membrane.store.jdbc.internal.filter.Space;
import dev.membrane.store.jdbc.internal.filter.Space.By;
import dev.membrane.store.jdbc.internal.query.TermStatisticsSum;
import dev.membrane.store.jdbc.internal.search.VisibleSpaces;
import dev.membrane.store.jdbc.internal.words.WordEncoding;
import dev.membrane.store.postgres.internal.dialect.PostgresWordMatch;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.Map;

/** Tells whether many records pass a filter. It stops counting as soon as that is known. */
record PassingCount(ReadTransaction rows, Filter filter) {

  private static final String IN_SPACES =
      """
      SELECT count(*)
      FROM (SELECT FROM memory s WHERE s.<space> = ANY (:spaces) LIMIT :most) passing
      """;

  private static final String WITH_WORDS =
      """
      SELECT count(*) FROM (SELECT FROM posting p WHERE <match> LIMIT :most) passing
      """;

  /** Whether more than some number pass; what is asked of validity and salience is left out. */
  boolean isLargerThan(int few) throws SQLException {
    return TermStatisticsSum.records(rows, filter.visibility()) > few && passing(few + 1) > few;
  }

  private long passing(int most) throws SQLException {
    VisibleSpaces spaces = VisibleSpaces.of(rows, filter);
    if (!WordEncoding.always(filter).isEmpty()) {
      PostgresWordMatch match =
          new PostgresWordMatch(rows.dialect().cipher(), spaces.full(), filter, null);
      String sql = WITH_WORDS.replace("<match>", match.sql());
      return PostgresWordMatch.numbers(rows, sql, with(most, match.values())).get(0);
    }
    long passing = 0;
    for (By by : By.values()) {
      Object named = rows.dialect().numbers(Space.ids(spaces.full(by)));
      passing += count(IN_SPACES.replace("<space>", by.column()), Map.of("spaces", named), most);
    }
    return passing;
  }

  private long count(String sql, Map<String, Object> own, int most) throws SQLException {
    return rows.all(row -> row.getLong(1), sql, with(most, own)).get(0);
  }

  private static Map<String, Object> with(int most, Map<String, Object> own) {
    Map<String, Object> values = new HashMap<>(own);
    values.put("most", most);
    return values;
  }
}
