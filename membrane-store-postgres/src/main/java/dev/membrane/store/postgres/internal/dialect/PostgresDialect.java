package dev.membrane.store.postgres.internal.dialect;

import dev.membrane.store.jdbc.crypto.StoreCipher;
import dev.membrane.store.jdbc.internal.dialect.Dialect;
import dev.membrane.store.jdbc.internal.dialect.ReadTransaction;
import dev.membrane.store.jdbc.internal.words.ShortDigest;
import dev.membrane.store.postgres.internal.crypto.RetiredDataKeys;
import dev.membrane.store.postgres.internal.database.TextEncoding;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import org.jdbi.v3.core.argument.Argument;
import org.jspecify.annotations.Nullable;

/** PostgreSQL takes lists as arrays, chooses its indexes itself, and cannot keep every text. */
public final class PostgresDialect extends Dialect {

  /** Of a database where nothing is encrypted. */
  public static final PostgresDialect PLAIN = new PostgresDialect(StoreCipher.NONE, null);

  // The planner would sort all rows of a list of spaces, hence a list of its own for each.
  private static final String BEST =
      """
      SELECT b.*
      FROM unnest(:spaces) p (id)
      CROSS JOIN LATERAL (
        SELECT s.<space> <columns>
        FROM <list>
        WHERE <of> = p.id AND %s <conditions>
        ORDER BY %s
        LIMIT :limit) b
      """;

  // By bounds on both columns of the index, see BESIDE.
  private static final String NEXT =
      """
      SELECT coalesce(n.long_id, n.id), n.rid
      FROM unnest(:spaces) p (id)
      CROSS JOIN LATERAL (
        SELECT s.id, s.long_id, s.rid
        FROM memory s
        WHERE (s.<space>, s.rid) > (p.id, :after) AND p.id >= s.<space> <conditions>
        ORDER BY s.<space>, s.rid
        LIMIT :limit) n
      ORDER BY n.rid
      LIMIT :limit
      """;

  // By bounds on both columns of the index: if told that the space is the same, the planner may
  // walk the primary key, past the records of all others.
  private static final String BESIDE =
      """
      (SELECT string_agg(CAST(n.rid AS text), ',')
       FROM (
         SELECT a.rid FROM memory a
         WHERE (a.space, a.rid) %1$s (l.id, m.rid) AND l.id %1$s= a.space
         ORDER BY a.space %2$s, a.rid %2$s LIMIT :reach) n)
      """;

  private static final String QUEUED =
      """
      SELECT DISTINCT ON (r.item COLLATE "C", r.queue COLLATE "C")
        r.queue, r.long_queue, r.item, r.long_item, r.due_at, r.attempts, r.row_hash
      FROM unnest(?, ?, ?, ?, ?, ?, ?) WITH ORDINALITY
        AS r (queue, long_queue, item, long_item, due_at, attempts, row_hash, number)
      ORDER BY r.item COLLATE "C", r.queue COLLATE "C", r.number DESC
      """;

  private final @Nullable RetiredDataKeys retired;

  /**
   * That of a database.
   *
   * @param retired null: no key of the cipher is ever retired
   */
  public PostgresDialect(StoreCipher cipher, @Nullable RetiredDataKeys retired) {
    super(cipher, new PostgresWordIndex(cipher));
    this.retired = retired;
  }

  /** At the beginning of a transaction, see {@link RetiredDataKeys#forget}. */
  public void begin(ReadTransaction rows) throws SQLException {
    if (retired != null) {
      retired.forget(rows);
    }
  }

  @Override
  protected String phrase(String name, String argument) {
    return switch (name) {
      case "in" -> "= ANY (:" + argument + ")";
      case "list" -> "unnest(:" + argument + ") AS " + argument + " (value)";
      case "join" -> "JOIN";
      case "using" -> "";
      case "text" -> text(argument.substring(0, argument.indexOf('.') + 1), argument);
      case "columns" -> argument + ", long_" + argument;
      case "values" -> "?, CAST(? AS text)";
      case "thread" -> "";
      case "rows" -> "SELECT * FROM unnest(" + "?, ".repeat(Integer.parseInt(argument) - 1) + "?)";
      case "queued" -> QUEUED;
      case "truth" -> "TRUE";
      case "embedding" -> "e.rid = m.rid";
      case "beside" ->
          argument.equals("before") ? BESIDE.formatted("<", "DESC") : BESIDE.formatted(">", "ASC");
      case "best" -> BEST;
      case "next" -> NEXT;
      case "scoped" -> "NOT " + argument + ".whole";
      case "whole" -> "(NOT " + argument + ".whole OR :whole)";
      case "total" -> "digest || ' ' || action";
      case "counted" ->
          "NOT %1$s.whole AND (:whole OR %1$s.scope = ANY (:scopes))".formatted(argument);
      default -> throw unknown(name);
    };
  }

  private static String text(String row, String column) {
    return "coalesce(" + row + "long_" + column.substring(row.length()) + ", " + column + ")";
  }

  @Override
  public boolean countsAllScopes() {
    return false;
  }

  @Override
  public String total(String scope, String action) {
    return ShortDigest.of(columnOfScope(scope)) + ' ' + action;
  }

  @Override
  public Object texts(Collection<String> texts) {
    return array("text", texts.stream().distinct().toArray());
  }

  @Override
  public Object numbers(Collection<Long> numbers) {
    return array("bigint", numbers.toArray());
  }

  public static Argument array(String type, Object[] values) {
    return (position, statement, context) ->
        statement.setArray(position, statement.getConnection().createArrayOf(type, values));
  }

  @Override
  public List<@Nullable Object> columns(String text) {
    return Arrays.asList(TextEncoding.key(text), TextEncoding.beyondKey(text));
  }

  @Override
  public List<@Nullable Object> thread(@Nullable String threadId) {
    return List.of();
  }

  @Override
  public String column(String text) {
    return TextEncoding.escaped(text);
  }

  @Override
  public String plain(String column) {
    return TextEncoding.plain(column);
  }

  @Override
  public String key(String text) {
    return TextEncoding.key(text);
  }

  @Override
  public @Nullable String beyondKey(String text) {
    return TextEncoding.beyondKey(text);
  }
}
