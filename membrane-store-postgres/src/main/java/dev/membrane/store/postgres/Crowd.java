package dev.membrane.store.postgres;

import dev.membrane.spi.Filter;
import dev.membrane.spi.Visibility;
import dev.membrane.store.sql.Space;
import dev.membrane.store.sql.Space.By;
import dev.membrane.store.sql.Words;
import java.util.List;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.statement.Query;

/** Tells whether many records pass a filter. It counts no further than that takes. */
final class Crowd {

  private static final String VISIBLE =
      """
      SELECT coalesce(sum(records), 0) FROM pool
      WHERE scope = ANY (:scopes) AND (NOT whole OR :whole) AND level <= :most
      """;

  private static final String IN_SPACES =
      """
      SELECT count(*)
      FROM (SELECT FROM memory s WHERE s.<space> = ANY (:spaces) LIMIT :most) passing
      """;

  private static final String WITH_WORDS =
      """
      SELECT count(*) FROM (SELECT FROM posting p WHERE <match> LIMIT :most) passing
      """;

  private final Handle handle;
  private final Filter filter;

  Crowd(Handle handle, Filter filter) {
    this.handle = handle;
    this.filter = filter;
  }

  /** Whether more than some number pass; what is asked of validity and salience is left out. */
  boolean isLargerThan(int few) {
    return visible() > few && passing(few + 1) > few;
  }

  private long visible() {
    Visibility visibility = filter.visibility();
    return handle
        .createQuery(VISIBLE)
        .bindArray("scopes", String.class, VisibleSpaces.scopes(visibility))
        .bind("whole", VisibleSpaces.whole(visibility))
        .bind("most", visibility.ceiling().level())
        .mapTo(Long.class)
        .one();
  }

  private long passing(int most) {
    VisibleSpaces spaces = VisibleSpaces.of(handle, filter);
    if (!Words.always(filter).isEmpty()) {
      Match match = new Match(spaces.full(), filter, null);
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
