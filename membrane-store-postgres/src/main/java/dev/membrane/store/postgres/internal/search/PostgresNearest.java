package dev.membrane.store.postgres.internal.search;

import dev.membrane.spi.search.Filter;
import dev.membrane.spi.store.Vector;
import dev.membrane.spi.store.Vectors.Near;
import dev.membrane.store.jdbc.internal.dialect.Dialect;
import dev.membrane.store.jdbc.internal.dialect.ReadTransaction;
import dev.membrane.store.jdbc.internal.filter.Conditions;
import dev.membrane.store.jdbc.internal.filter.Space;
import dev.membrane.store.jdbc.internal.filter.Space.By;
import dev.membrane.store.jdbc.internal.search.Comparison;
import dev.membrane.store.jdbc.internal.search.VisibleSpaces;
import dev.membrane.store.jdbc.internal.words.WordEncoding;
import dev.membrane.store.postgres.internal.dialect.PostgresTagConditions;
import dev.membrane.store.postgres.internal.dialect.PostgresWordMatch;
import dev.membrane.store.postgres.internal.search.DecryptedVectors.Written;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Compares a vector with those of the visible records. Used once. */
final class PostgresNearest {

  private static final String VECTORS =
      """
      SELECT e.rid, e.<column>
      FROM memory s JOIN embedding e ON e.rid = s.rid
      WHERE s.<space> = ANY (:spaces) AND e.model = :model <having>
      """;

  private static final String HAVING = " AND s.rid IN (SELECT p.rid FROM posting p WHERE %s)";

  private static final String MAX_ALIKE =
      """
      SELECT e.rid, e.vector
      FROM embedding e JOIN memory s ON s.rid = e.rid
      WHERE <holds> AND (s.space = ANY (:own) OR s.whole = ANY (:whole)) <conditions>
      ORDER BY <distance>
      LIMIT :count
      """;

  /**
   * For the rest of the transaction: a scan of the index goes on while too few rows pass, and
   * nothing is preferred to it. To compile a query of this kind takes longer than to run it.
   */
  private static final String SETTINGS =
      """
      SELECT set_config(name, value, TRUE)
      FROM (VALUES
        ('hnsw.iterative_scan', 'relaxed_order'),
        ('hnsw.ef_search', CAST(:breadth AS text)),
        ('hnsw.scan_mem_multiplier', '8'),
        ('enable_sort', 'off'),
        ('jit', 'off')) AS setting (name, value)
      """;

  /** The index knows only nearly who is nearest: so many more are compared. */
  private static final int MARGIN = 2;

  /** So many times as many are compared if too few of them pass. */
  private static final int MORE = 10;

  /** As many rows as are asked of an index. */
  private static final int MAX = 20_000;

  /** How many rows the index keeps in sight: the more, the fewer it misses. */
  private static final int LEAST_BREADTH = 200;

  private static final int MAX_BREADTH = 1_000;

  /** So many are decrypted at a time. */
  private static final int CHUNK = 2_000;

  private final ReadTransaction rows;
  private final Filter filter;
  private final long model;
  private final Vector vector;
  private final @Nullable DecryptedVectors decrypted;
  private final Comparison compared = new Comparison();

  /**
   * Asks for the neighbours of a vector.
   *
   * @param decrypted null: vectors are not encrypted
   */
  PostgresNearest(
      ReadTransaction rows,
      Filter filter,
      long model,
      Vector vector,
      @Nullable DecryptedVectors decrypted) {
    this.rows = rows;
    this.filter = filter;
    this.model = model;
    this.vector = vector;
    this.decrypted = decrypted;
  }

  /** The nearest of all. */
  List<Near> ofAll(int limit) throws SQLException {
    VisibleSpaces spaces = VisibleSpaces.of(rows, filter);
    compared.clear();
    for (By by : By.values()) {
      compareAll(by, spaces.full(by));
    }
    return nearest(limit);
  }

  /**
   * The nearest of those that an index finds. If it does not find enough that pass the filter, all
   * are compared.
   */
  List<Near> ofMostAlike(VectorIndex index, int limit) throws SQLException {
    for (long count = (long) MARGIN * limit; count <= MAX; count *= MORE) {
      compareMostAlike(index, (int) count);
      List<Near> nearest = nearest(limit);
      if (nearest.size() == limit) {
        return nearest;
      }
      if (compared.size() < count) {
        break;
      }
    }
    return ofAll(limit);
  }

  private void compareAll(By by, List<Space> spaces) throws SQLException {
    boolean hasWords = !WordEncoding.always(filter).isEmpty();
    PostgresWordMatch match = new PostgresWordMatch(rows.dialect().cipher(), spaces, filter, null);
    String sql =
        VECTORS
            .replace("<space>", by.column())
            .replace("<column>", decrypted == null ? "vector" : "row_hash")
            .replace("<having>", hasWords ? HAVING.formatted(match.sql()) : "");
    Map<String, Object> values = match.values();
    values.put("spaces", rows.dialect().numbers(Space.ids(spaces)));
    values.put("model", model);
    if (decrypted == null) {
      compare(sql, values);
    } else {
      compareDecrypted(sql, values, decrypted);
    }
  }

  private void compareDecrypted(String sql, Map<String, Object> values, DecryptedVectors vectors)
      throws SQLException {
    List<Written> some = new ArrayList<>();
    rows.each(
        row -> {
          some.add(new Written(row.getLong(1), row.getString(2)));
          if (some.size() == CHUNK) {
            vectors.each(rows, some, this::compare);
            some.clear();
          }
        },
        sql,
        values);
    vectors.each(rows, some, this::compare);
  }

  private void compareMostAlike(VectorIndex index, int count) throws SQLException {
    VisibleSpaces spaces = VisibleSpaces.of(rows, filter);
    Conditions conditions = Conditions.of(filter, PostgresTagConditions.of(filter));
    int breadth = Math.max(LEAST_BREADTH, Math.min(count, MAX_BREADTH));
    rows.all(row -> row.getString(1), SETTINGS, Map.of("breadth", breadth));
    compared.clear();
    Dialect dialect = rows.dialect();
    Map<String, Object> values = conditions.values();
    values.put("own", dialect.numbers(Space.ids(spaces.full(By.SCOPE))));
    values.put("whole", dialect.numbers(Space.ids(spaces.full(By.ALL_SCOPES))));
    values.put("asked", vector.toBytes());
    values.put("count", count);
    compare(
        MAX_ALIKE
            .replace("<holds>", index.holds())
            .replace("<distance>", index.distance())
            .replace("<conditions>", conditions.sql(By.SCOPE)),
        values);
  }

  private void compare(String sql, Map<String, Object> values) throws SQLException {
    rows.each(row -> compare(row.getLong(1), Vector.fromBytes(row.getBytes(2))), sql, values);
  }

  /** One of other dimensions cannot be compared. */
  private void compare(long rid, Vector found) {
    if (found.dimensions() == vector.dimensions()) {
      compared.add(rid, vector.cosine(found));
    }
  }

  private List<Near> nearest(int limit) throws SQLException {
    return compared.nearest(new PostgresLookup(rows, filter), limit);
  }
}
