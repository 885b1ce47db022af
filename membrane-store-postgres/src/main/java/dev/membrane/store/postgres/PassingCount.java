package dev.membrane.store.postgres;

import dev.membrane.spi.Filter;
import dev.membrane.store.jdbc.Rows;
import dev.membrane.store.jdbc.Space;
import dev.membrane.store.jdbc.Space.By;
import dev.membrane.store.jdbc.TermFigures;
import dev.membrane.store.jdbc.VisibleSpaces;
import dev.membrane.store.jdbc.Words;
import java.sql.SQLException;
import java.util.List;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.statement.Query;

/** Tells whether many records pass a filter. It stops counting as soon as that is known. */
final class PassingCount {

  private static final String IN_SPACES =
      """
      SELECT count(*)
      FROM (SELECT FROM memory s WHERE s.<space> = ANY (:spaces) LIMIT :most) passing
      """;

  private static final String WITH_WORDS =
      """
      SELECT count(*) FROM (SELECT FROM posting p WHERE <match> LIMIT :most) passing
      """;

  private final Rows rows;
  private final Handle handle;
  private final Filter filter;

  PassingCount(Rows rows, Filter filter) {
    this.rows = rows;
    this.handle = rows.handle();
    this.filter = filter;
  }

  /** Whether more than some number pass; what is asked of validity and salience is left out. */
  boolean isLargerThan(int few) throws SQLException {
    return TermFigures.records(rows, filter.visibility()) > few && passing(few + 1) > few;
  }

  private long passing(int most) throws SQLException {
    VisibleSpaces spaces = VisibleSpaces.of(rows, filter);
    if (!Words.always(filter).isEmpty()) {
      WordMatch match = new WordMatch(rows.dialect().cipher(), spaces.full(), filter, null);
      return count(match.bind(handle.createQuery(WITH_WORDS).define("match", match.sql())), most);
    }
    long passing = 0;
    for (By by : By.values()) {
      Query query = handle.createQuery(IN_SPACES).define("space", by.column());
      List<Long> named = Space.ids(spaces.full(by));
      passing += count(query.bindArray("spaces", Long.class, named), most);
    }
    return passing;
  }

  private static long count(Query query, int most) {
    return query.bind("most", most).mapTo(Long.class).one();
  }
}
