package dev.membrane.store.postgres;

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
import org.jdbi.v3.core.Handle;
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
      FROM space s
      WHERE s.scope = ANY (:scopes) AND (NOT s.whole OR :whole) AND s.level <= :most
        AND s.type = ANY (:types)
      """;

  private record Found(Space space, int level, boolean retired) {}

  static VisibleSpaces of(Handle handle, Filter filter) {
    int ceiling = filter.visibility().ceiling().level();
    List<Found> found = find(handle, filter, filter.redactedToo() ? ceiling + 1 : ceiling);
    return new VisibleSpaces(
        select(found, one -> one.level() <= ceiling && (filter.retiredToo() || !one.retired())),
        select(found, one -> one.level() > ceiling));
  }

  /** Those seen in full that records name by a column. */
  List<Space> full(By by) {
    return full.stream().filter(space -> space.by() == by).toList();
  }

  /**
   * The scopes to ask for: the unscoped records, which all see, and the allowed scopes if named.
   */
  static Set<String> scopes(Visibility visibility) {
    Set<String> asked = new HashSet<>();
    asked.add(RecordRow.scope(null));
    if (visibility.scopes() != null) {
      visibility.scopes().forEach(scope -> asked.add(Texts.key(scope)));
    }
    return asked;
  }

  /** Whether the scopes are asked for all together. */
  static boolean whole(Visibility visibility) {
    return visibility.scopes() == null;
  }

  /** The types to ask for. */
  static List<String> types(Filter filter) {
    return filter.types().stream().map(MemoryType::wireName).toList();
  }

  private static List<Found> find(Handle handle, Filter filter, int mostLevel) {
    return handle
        .createQuery(FIND)
        .bindArray("scopes", String.class, scopes(filter.visibility()))
        .bind("whole", whole(filter.visibility()))
        .bind("most", mostLevel)
        .bindArray("types", String.class, types(filter))
        .map((row, context) -> found(row))
        .list();
  }

  private static Found found(ResultSet row) throws SQLException {
    Space space =
        new Space(
            row.getLong("id"),
            row.getBoolean("whole") ? By.ALL_SCOPES : By.SCOPE,
            row.getLong("pool"),
            curve(row.getString("curve")),
            row.getLong("half_life"));
    return new Found(space, row.getInt("level"), row.getBoolean("retired"));
  }

  private static @Nullable DecayCurve curve(String name) {
    return name.isEmpty() ? null : DecayCurve.of("curve", name);
  }

  private static List<Space> select(List<Found> found, Predicate<Found> wanted) {
    return found.stream().filter(wanted).map(Found::space).toList();
  }
}
