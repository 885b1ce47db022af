package dev.membrane.store.sqlite;

import dev.membrane.schema.DecayCurve;
import dev.membrane.schema.MemoryType;
import dev.membrane.spi.Filter;
import dev.membrane.spi.Visibility;
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
 * @param column the column of {@code memory} that names them
 * @param full those seen in full
 * @param redacted those seen redacted
 */
record VisibleSpaces(By column, List<Space> full, List<Space> redacted) {

  /** Which of the two spaces of a record is meant. */
  enum By {
    SPACE,
    WHOLE
  }

  /**
   * One of them.
   *
   * @param pool where its words are counted
   * @param curve of all its records; null: they have nothing in common
   * @param halfLife of all its records, in seconds, if they have a curve in common
   */
  record Space(long id, long pool, @Nullable DecayCurve curve, long halfLife) {

    /** Whether the order of its records never changes. */
    boolean isSteady() {
      return curve == DecayCurve.EXPONENTIAL;
    }
  }

  private static final String FIND =
      """
      SELECT s.id, s.pool, s.curve, s.half_life, s.level, s.retired
      FROM json_each(:scopes) v
      CROSS JOIN space s ON s.whole = :whole AND s.scope = v.value AND s.level <= :most
      WHERE s.type IN (SELECT value FROM json_each(:types))
      """;

  private record Found(Space space, int level, boolean retired) {}

  static VisibleSpaces of(Handle handle, Filter filter) {
    Visibility visibility = filter.visibility();
    int ceiling = visibility.ceiling().level();
    List<Found> found = find(handle, filter, filter.redactedToo() ? ceiling + 1 : ceiling);
    return new VisibleSpaces(
        visibility.scopes() == null ? By.WHOLE : By.SPACE,
        select(found, one -> one.level() <= ceiling && (filter.retiredToo() || !one.retired())),
        select(found, one -> one.level() > ceiling));
  }

  /** The scopes to ask for: of the whole there is only one, and the unscoped are seen by all. */
  static String scopes(Visibility visibility) {
    Set<String> scopes = visibility.scopes() == null ? Set.of() : visibility.scopes();
    Set<String> asked = new HashSet<>(scopes);
    asked.add(RecordRow.scope(null));
    return JsonTexts.distinct(asked);
  }

  private static List<Found> find(Handle handle, Filter filter, int mostLevel) {
    List<String> types = filter.types().stream().map(MemoryType::wireName).toList();
    return handle
        .createQuery(FIND)
        .bind("scopes", scopes(filter.visibility()))
        .bind("whole", filter.visibility().scopes() == null)
        .bind("most", mostLevel)
        .bind("types", JsonTexts.distinct(types))
        .map(
            (row, context) ->
                new Found(
                    new Space(
                        row.getLong("id"),
                        row.getLong("pool"),
                        curve(row.getString("curve")),
                        row.getLong("half_life")),
                    row.getInt("level"),
                    row.getBoolean("retired")))
        .list();
  }

  private static @Nullable DecayCurve curve(String name) {
    return name.isEmpty() ? null : DecayCurve.of("curve", name);
  }

  private static List<Space> select(List<Found> found, Predicate<Found> wanted) {
    return found.stream().filter(wanted).map(Found::space).toList();
  }
}
