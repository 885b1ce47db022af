package dev.membrane.store.sqlite;

import dev.membrane.schema.DecayCurve;
import dev.membrane.schema.MemoryType;
import dev.membrane.spi.Filter;
import dev.membrane.spi.Visibility;
import dev.membrane.store.sql.RecordRow;
import dev.membrane.store.sql.Space;
import dev.membrane.store.sql.Space.By;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * The spaces that a filter lets through. Every query asks the indexes of these and no others, so
 * that what a caller may not see is never even looked at.
 *
 * @param full those seen in full
 * @param redacted those seen redacted
 */
record VisibleSpaces(List<Space> full, List<Space> redacted) {

  private static final String FIND =
      """
      SELECT s.id, s.whole, s.pool, s.curve, s.half_life, s.level, s.retired
      FROM json_each(:scopes) v
      CROSS JOIN space s ON s.whole IN (0, :whole) AND s.scope = v.value AND s.level <= :most
      WHERE s.type IN (SELECT value FROM json_each(:types))
      """;

  private record Found(Space space, int level, boolean retired) {}

  static VisibleSpaces of(Sql sql, Filter filter) throws SQLException {
    int ceiling = filter.visibility().ceiling().level();
    List<Found> found = find(sql, filter, filter.redactedToo() ? ceiling + 1 : ceiling);
    return new VisibleSpaces(
        select(found, one -> one.level() <= ceiling && (filter.retiredToo() || !one.retired())),
        select(found, one -> one.level() > ceiling));
  }

  /**
   * The scopes to ask for: the unscoped records, which all see, and the allowed scopes if named.
   */
  static String scopes(Visibility visibility) {
    Set<String> scopes = visibility.scopes() == null ? Set.of() : visibility.scopes();
    Set<String> asked = new HashSet<>(scopes);
    asked.add(RecordRow.scope(null));
    return JsonTexts.distinct(asked);
  }

  /** 1 if the scopes are asked for all together, else 0. */
  static int whole(Visibility visibility) {
    return visibility.scopes() == null ? 1 : 0;
  }

  /** The types to ask for. */
  static List<String> types(Filter filter) {
    return filter.types().stream().map(MemoryType::wireName).toList();
  }

  private static List<Found> find(Sql sql, Filter filter, int mostLevel) throws SQLException {
    return sql.all(
        VisibleSpaces::found,
        FIND,
        scopes(filter.visibility()),
        whole(filter.visibility()),
        mostLevel,
        JsonTexts.distinct(types(filter)));
  }

  private static Found found(ResultSet row) throws SQLException {
    Space space =
        new Space(
            row.getLong(1),
            row.getInt(2) == 0 ? By.SCOPE : By.ALL_SCOPES,
            row.getLong(3),
            curve(row.getString(4)),
            row.getLong(5));
    return new Found(space, row.getInt(6), row.getBoolean(7));
  }

  private static @Nullable DecayCurve curve(String name) {
    return name.isEmpty() ? null : DecayCurve.of("curve", name);
  }

  private static List<Space> select(List<Found> found, Predicate<Found> wanted) {
    return found.stream().filter(wanted).map(Found::space).toList();
  }
}
