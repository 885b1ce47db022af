package dev.membrane.store.sqlite;

import dev.membrane.spi.Filter;
import dev.membrane.store.jdbc.Dialect;
import dev.membrane.store.jdbc.Order;
import dev.membrane.store.jdbc.PoolWords;
import dev.membrane.store.jdbc.Rows;
import dev.membrane.store.jdbc.Space;
import dev.membrane.store.jdbc.WordConditions;
import dev.membrane.store.jdbc.crypto.StoreCipher;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeSet;
import org.jdbi.v3.core.statement.Query;
import org.jspecify.annotations.Nullable;

/** SQLite takes lists as JSON and knows its indexes by name. */
final class SqliteDialect extends Dialect {

  /** Of a file where nothing is encrypted. */
  static final SqliteDialect PLAIN = new SqliteDialect(StoreCipher.NONE);

  private static final int FEW = 512;

  private static final String POSTINGS =
      "SELECT rowid FROM posting WHERE posting MATCH :match LIMIT :limit";

  // The planner would sort all rows of an IN list, hence a list of its own for each space.
  private static final String BEST =
      """
      SELECT s.<space> <columns>
      FROM json_each(:spaces) p CROSS JOIN memory s
      WHERE s.rid IN (
        SELECT s.rid FROM <list>
        WHERE <of> = p.value AND %s <conditions>
        ORDER BY %s
        LIMIT :limit)
      """;

  private static final String POSTINGS_AFTER =
      """
      SELECT rowid FROM posting WHERE posting MATCH :match AND rowid > :after
      ORDER BY rowid LIMIT :limit
      """;

  private static final String NEXT =
      """
      SELECT s.id, s.rid
      FROM json_each(:spaces) p CROSS JOIN memory s
      WHERE s.rid IN (
        SELECT s.rid FROM memory s INDEXED BY arrival_by_<space>
        WHERE s.<space> = p.value AND s.rid > :after <conditions>
        ORDER BY s.rid
        LIMIT :limit)
      ORDER BY s.rid
      LIMIT :limit
      """;

  private static final String BESIDE =
      """
      (SELECT group_concat(a.rid)
       FROM (
         SELECT n.rid FROM memory n INDEXED BY arrival_by_space
         WHERE n.space = l.id AND n.rid %1$s m.rid
         ORDER BY n.rid %2$s LIMIT :reach) a)
      """;

  private final StoreCipher cipher;

  SqliteDialect(StoreCipher cipher) {
    this.cipher = cipher;
  }

  @Override
  public StoreCipher cipher() {
    return cipher;
  }

  @Override
  protected String phrase(String name, String argument) {
    return switch (name) {
      case "in" -> "IN (SELECT value FROM json_each(:" + argument + "))";
      case "list" -> "json_each(:" + argument + ") " + argument;
      case "join" -> "CROSS JOIN";
      case "using" -> "INDEXED BY " + argument;
      case "text", "columns" -> argument;
      case "values" -> "?";
      case "thread" -> ofThread(argument);
      case "rows" -> "VALUES (" + "?, ".repeat(Integer.parseInt(argument) - 1) + "?)";
      case "queued" -> phrase("rows", "5");
      case "truth" -> argument + " IN (0, 1)";
      case "embedding" -> "e.space = m.space AND e.rid = m.rid";
      case "beside" ->
          argument.equals("before") ? BESIDE.formatted("<", "DESC") : BESIDE.formatted(">", "ASC");
      case "scoped" -> argument + ".whole = 0";
      case "whole" -> argument + ".whole IN (0, :whole)";
      case "total" -> "action";
      case "counted" ->
          phrase("whole", argument) + " AND " + argument + ".scope " + phrase("in", "scopes");
      default -> throw new IllegalArgumentException(name);
    };
  }

  private static String ofThread(String argument) {
    return argument.equals("columns")
        ? "thread_id,"
        : argument.equals("values") ? "?," : "thread_id = ?,";
  }

  @Override
  public String bestOfEachSpace(String where, Order order) {
    return BEST.formatted(where, order.sql());
  }

  @Override
  public String nextOfSpaces() {
    return NEXT;
  }

  /** There is but one writer. */
  @Override
  public boolean countsAllScopes() {
    return hasWholeSpaces();
  }

  /** Those of all scopes are counted together. */
  @Override
  public String total(String scope, String action) {
    return action;
  }

  @Override
  public Object texts(Collection<String> texts) {
    return JsonTexts.distinct(texts);
  }

  @Override
  public Object numbers(Collection<Long> numbers) {
    return numbers.toString();
  }

  @Override
  public Query fetching(Query query, int rows) {
    return query;
  }

  @Override
  public List<@Nullable Object> columns(String text) {
    return List.of(text);
  }

  @Override
  public List<@Nullable Object> thread(@Nullable String threadId) {
    return Collections.singletonList(threadId);
  }

  @Override
  public String column(String text) {
    return text;
  }

  @Override
  public String plain(String column) {
    return column;
  }

  @Override
  public String key(String text) {
    return text;
  }

  @Override
  public @Nullable String beyondKey(String text) {
    return null;
  }

  @Override
  public WordConditions words(Rows rows, Filter filter, List<Space> spaces) throws SQLException {
    return TagConditions.of(rows, filter, spaces);
  }

  @Override
  public int few() {
    return FEW;
  }

  @Override
  public List<Long> having(Rows rows, Filter filter, List<Space> spaces, int limit)
      throws SQLException {
    List<Long> rids = new ArrayList<>();
    for (String match : new PostingMatch(cipher, spaces, filter).expressions(null)) {
      if (rids.size() < limit) {
        Map<String, ?> values = Map.of("match", match, "limit", limit - rids.size());
        rids.addAll(rows.all(row -> row.getLong(1), POSTINGS, values));
      }
    }
    return rids;
  }

  @Override
  public List<Long> having(
      Rows rows, List<List<String>> words, List<Space> spaces, long after, int limit)
      throws SQLException {
    SortedSet<Long> rids = new TreeSet<>();
    for (String match : new PostingMatch(cipher, spaces, words).expressions(null)) {
      Map<String, ?> values = Map.of("match", match, "after", after, "limit", limit);
      rids.addAll(rows.all(row -> row.getLong(1), POSTINGS_AFTER, values));
    }
    return rids.stream().limit(limit).toList();
  }

  @Override
  public Map<String, Long> records(Rows rows, List<PoolWords> asked) throws SQLException {
    return WordCounts.sums(rows, asked);
  }
}
