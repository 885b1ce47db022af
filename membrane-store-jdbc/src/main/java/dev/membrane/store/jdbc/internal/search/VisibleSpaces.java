package dev.membrane.store.jdbc.internal.search;

import dev.membrane.schema.DecayCurve;
import dev.membrane.schema.MemoryType;
import dev.membrane.spi.search.Filter;
import dev.membrane.spi.search.Visibility;
import dev.membrane.store.jdbc.internal.dialect.Dialect;
import dev.membrane.store.jdbc.internal.dialect.ReadTransaction;
import dev.membrane.store.jdbc.internal.filter.Space;
import dev.membrane.store.jdbc.internal.filter.Space.By;
import dev.membrane.store.jdbc.internal.row.RecordRow;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * The spaces that a filter allows. Every query reads the indexes of these spaces and no others, so
 * that records that a caller may not see are never even looked at.
 *
 * @param full those seen in full
 * @param redacted those seen redacted
 */
public record VisibleSpaces(List<Space> full, List<Space> redacted) {

  private static final String FIND =
      """
      SELECT s.id, s.whole, s.pool, s.curve, s.half_life, s.level, s.retired, s.scope
      FROM space s
      WHERE {whole s} AND s.scope {in scopes} AND s.level <= :most AND s.type {in types}
      """;

  private record FoundSpace(Space space, int level, boolean retired) {}

  /** The spaces as they are now. */
  public static VisibleSpaces of(ReadTransaction rows, Filter filter) throws SQLException {
    int ceiling = filter.visibility().ceiling().level();
    List<FoundSpace> found = find(rows, filter, filter.redactedToo() ? ceiling + 1 : ceiling);
    return new VisibleSpaces(
        select(found, one -> one.level() <= ceiling && (filter.retiredToo() || !one.retired())),
        select(found, one -> one.level() > ceiling));
  }

  /** Those seen in full that records name by a column. */
  public List<Space> full(By by) {
    return full.stream().filter(space -> space.by() == by).toList();
  }

  /**
   * The scopes to ask for: the unscoped records, which all see, and the allowed scopes if named, or
   * if there are no spaces of all scopes together.
   */
  public static Object scopes(ReadTransaction rows, Visibility visibility) throws SQLException {
    Dialect dialect = rows.dialect();
    Set<String> asked = new HashSet<>();
    asked.add(RecordRow.scope(null));
    if (visibility.scopes() != null) {
      visibility.scopes().forEach(scope -> asked.add(dialect.keyOfScope(scope)));
    } else if (!dialect.hasWholeSpaces()) {
      rows.each(row -> asked.add(row.getString(1)), "SELECT DISTINCT p.scope FROM pool p");
    }
    return dialect.texts(asked);
  }

  /** Whether the scopes are asked for all together. */
  public static boolean whole(Visibility visibility) {
    return visibility.scopes() == null;
  }

  /** The types to ask for. */
  public static Object types(Dialect dialect, Filter filter) {
    return dialect.texts(filter.types().stream().map(MemoryType::wireName).toList());
  }

  private static List<FoundSpace> find(ReadTransaction rows, Filter filter, int mostLevel)
      throws SQLException {
    return rows.all(
        VisibleSpaces::found,
        FIND,
        Map.of(
            "scopes", scopes(rows, filter.visibility()),
            "whole", whole(filter.visibility()),
            "most", mostLevel,
            "types", types(rows.dialect(), filter)));
  }

  private static FoundSpace found(ResultSet row) throws SQLException {
    Space space =
        new Space(
            row.getLong(1),
            row.getBoolean(2) ? By.ALL_SCOPES : By.SCOPE,
            row.getLong(3),
            curve(row.getString(4)),
            row.getLong(5),
            row.getString(8));
    return new FoundSpace(space, row.getInt(6), row.getBoolean(7));
  }

  private static @Nullable DecayCurve curve(String name) {
    return name.isEmpty() ? null : DecayCurve.of("curve", name);
  }

  private static List<Space> select(List<FoundSpace> found, Predicate<FoundSpace> wanted) {
    return found.stream().filter(wanted).map(FoundSpace::space).toList();
  }
}
