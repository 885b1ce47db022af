package dev.membrane.store.sqlite.internal.dialect;

import dev.membrane.store.jdbc.crypto.StoreCipher;
import dev.membrane.store.jdbc.internal.dialect.Dialect;
import dev.membrane.store.sqlite.internal.words.JsonTexts;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** SQLite takes lists as JSON and knows its indexes by name. */
public final class SqliteDialect extends Dialect {

  /** Of a file where nothing is encrypted. */
  public static final SqliteDialect PLAIN = new SqliteDialect(StoreCipher.NONE);

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

  public SqliteDialect(StoreCipher cipher) {
    super(cipher, new SqliteWordIndex(cipher));
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
      case "best" -> BEST;
      case "next" -> NEXT;
      case "scoped" -> argument + ".whole = 0";
      case "whole" -> argument + ".whole IN (0, :whole)";
      case "total" -> "action";
      case "counted" ->
          phrase("whole", argument) + " AND " + argument + ".scope " + phrase("in", "scopes");
      default -> throw unknown(name);
    };
  }

  private static String ofThread(String argument) {
    return argument.equals("columns")
        ? "thread_id,"
        : argument.equals("values") ? "?," : "thread_id = ?,";
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
  public List<@Nullable Object> thread(@Nullable String threadId) {
    return Collections.singletonList(threadId);
  }
}
