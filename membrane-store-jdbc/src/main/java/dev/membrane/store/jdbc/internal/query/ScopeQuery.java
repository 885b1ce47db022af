package dev.membrane.store.jdbc.internal.query;

import dev.membrane.spi.search.Visibility;
import dev.membrane.spi.store.Statistics.ScopeCount;
import dev.membrane.store.jdbc.internal.dialect.ReadTransaction;
import dev.membrane.store.jdbc.internal.row.RecordRow;
import dev.membrane.store.jdbc.internal.search.VisibleSpaces;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Counts records by scope, from the counts of the pools. */
final class ScopeQuery {

  private static final String COUNTS =
      """
      SELECT p.scope, p.records FROM pool p
      WHERE NOT p.whole AND p.level <= :most AND (:all OR p.scope {in scopes})
      """;

  private static final String NAMES = "SELECT h.scope FROM audit_head h";

  private ScopeQuery() {}

  /** The scopes of which something is seen in full. */
  static List<ScopeCount> read(ReadTransaction rows, Visibility visibility) throws SQLException {
    Map<String, Long> counts = counts(rows, visibility);
    List<ScopeCount> scopes = new ArrayList<>();
    count(scopes, null, counts.getOrDefault(RecordRow.scope(null), 0L));
    for (String name : names(rows, visibility)) {
      count(scopes, name, counts.getOrDefault(rows.dialect().keyOfScope(name), 0L));
    }
    return scopes;
  }

  private static void count(List<ScopeCount> scopes, @Nullable String scope, long records) {
    if (records > 0) {
      scopes.add(new ScopeCount(scope, records));
    }
  }

  private static Map<String, Long> counts(ReadTransaction rows, Visibility visibility)
      throws SQLException {
    Map<String, Long> counts = new HashMap<>();
    rows.each(
        row -> counts.merge(row.getString(1), row.getLong(2), Long::sum),
        COUNTS,
        Map.of(
            "most", visibility.ceiling().level(),
            "all", visibility.scopes() == null,
            "scopes", VisibleSpaces.scopes(rows, visibility)));
    return counts;
  }

  /** A pool has but the short form of a long name, so names are looked up where they are whole. */
  private static Set<String> names(ReadTransaction rows, Visibility visibility)
      throws SQLException {
    if (visibility.scopes() != null) {
      return visibility.scopes();
    }
    Set<String> names = new HashSet<>();
    rows.each(row -> names.add(rows.dialect().plainScope(row.getString(1))), NAMES);
    names.remove("");
    return names;
  }
}
