package dev.membrane.store.jdbc.internal.runs;

import dev.membrane.schema.Timestamps;
import dev.membrane.spi.commit.Changeset.KeptRun;
import dev.membrane.spi.commit.Changeset.RunPlace;
import dev.membrane.spi.search.Visibility;
import dev.membrane.store.jdbc.crypto.StoreCipher;
import dev.membrane.store.jdbc.internal.dialect.Dialect;
import dev.membrane.store.jdbc.internal.dialect.ReadTransaction;
import dev.membrane.store.jdbc.internal.row.Nullables;
import dev.membrane.store.jdbc.internal.row.RecordRow;
import dev.membrane.store.jdbc.internal.row.RowHash;
import dev.membrane.store.jdbc.internal.search.VisibleSpaces;
import dev.membrane.store.jdbc.internal.session.WriteTransaction;
import dev.membrane.store.jdbc.internal.session.WriteTransaction.WriteGroup;
import dev.membrane.store.jdbc.internal.table.HeaderQuery;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The former states of kept runs. Each was there until a commit; without an instant, no run of that
 * id was kept. Stateless and thread-safe.
 */
public final class FormerRuns {

  /** A state that ends before another one did was never seen: the clock was set back. */
  private static final String KEEP =
      """
      INSERT INTO former_run (
        {columns id}, until, scope, level, at, words, tools, groups, row_hash)
      SELECT {values id}, ?, ?, ?, ?, ?, ?, ?, ?
      WHERE NOT EXISTS (SELECT 1 FROM former_run f WHERE f.id = ? AND f.until >= ?)
      ON CONFLICT DO NOTHING
      """;

  private static final String ERASE = "DELETE FROM former_run WHERE id = ?";

  private static final String ERASE_PLACE = "DELETE FROM former_run WHERE scope = ? AND level = ?";

  /** Of each run the first state that ended later, or else the present one. */
  private static final String AT =
      "SELECT "
          + KeptRuns.COLUMNS
          + """
           FROM (
            SELECT {columns id}, scope, level, at, words, tools, groups FROM run n
            WHERE <present> AND NOT EXISTS (
              SELECT 1 FROM former_run l WHERE l.id = n.id AND l.until > :instant)
            UNION ALL
            SELECT {columns id}, scope, level, at, words, tools, groups FROM (<former>) f
            WHERE f.at IS NOT NULL AND f.until = (
              SELECT min(l.until) FROM former_run l WHERE l.id = f.id AND l.until > :instant)) r
          """;

  private static final String AT_OF_IDS =
      AT.replace("<present>", "n.id {in ids}")
          .replace(
              "<former>", "SELECT f.* FROM {list ids} {join} former_run f ON f.id = ids.value");

  /** What has another label now is seen only if that is seen, too. */
  private static final String AT_OF_SCOPES =
      AT.replace(
                  "<present>",
                  """
                  n.pool IN (
                    SELECT p.id FROM pool p
                    WHERE {whole p} AND p.level <= :most AND (:all = 1 OR p.scope {in places}))\
                  """)
              .replace(
                  "<former>",
                  """
                  SELECT s.* FROM (
                    SELECT a.* FROM {list scopes} {join} former_run a ON a.scope = scopes.value
                    WHERE :all = 0
                    UNION ALL SELECT a.* FROM former_run a WHERE :all = 1) s
                  WHERE s.level <= :most AND NOT EXISTS (
                    SELECT 1 FROM run n
                    WHERE n.id = s.id AND (n.level > :most OR (:all = 0 AND NOT n.scope {in scopes})))\
                  """)
          + """
          WHERE r.at < :before OR (r.at = :before AND r.id < :id)
          ORDER BY r.at DESC, r.id DESC LIMIT :limit
          """;

  private FormerRuns() {}

  /**
   * What ends.
   *
   * @param id the whole id
   * @param scope as the column has it; so are the following
   * @param at null: there was no such run; then there is nothing in the columns after it
   */
  public record FormerRun(
      String id,
      String scope,
      int level,
      @Nullable Long at,
      @Nullable String words,
      @Nullable String tools,
      @Nullable String groups) {

    /** Reads {@code id, scope, level, at, words, tools, groups}. */
    public static FormerRun read(ResultSet row, Dialect dialect) throws SQLException {
      return new FormerRun(
          dialect.plain(row.getString(1)),
          row.getString(2),
          row.getInt(3),
          Nullables.number(row, 4),
          row.getString(5),
          row.getString(6),
          row.getString(7));
    }

    static FormerRun before(KeptRun added, Dialect dialect) {
      String scope = dialect.columnOfScope(RecordRow.scope(added.scope()));
      int level = added.sensitivity().level();
      return new FormerRun(added.id(), scope, level, null, null, null, null);
    }

    /** The same in an encrypted database. */
    public FormerRun sealed(String plainScope, Dialect dialect) {
      StoreCipher cipher = dialect.cipher();
      return new FormerRun(
          id,
          dialect.columnOfScope(plainScope),
          level,
          at,
          words == null ? null : cipher.seal(plainScope, KeptRuns.WORDS, id, words),
          tools == null ? null : cipher.seal(plainScope, KeptRuns.TOOLS, id, tools),
          groups == null ? null : cipher.seal(plainScope, KeptRuns.GROUPS, id, groups));
    }
  }

  /**
   * A row of a page.
   *
   * @param run empty: it cannot be decrypted, and the page goes on after it
   */
  private record PastRunRow(long at, String key, Optional<KeptRun> run) {

    static PastRunRow read(ResultSet row, Dialect dialect) throws SQLException {
      String id = dialect.plain(row.getString(1));
      return new PastRunRow(row.getLong(4), dialect.key(id), KeptRuns.readIfReadable(row, dialect));
    }
  }

  /** Before runs are dropped and others kept: keeps what ends, be it that there was none. */
  static void end(
      WriteTransaction sql, List<FormerRun> present, Map<String, KeptRun> added, Instant at)
      throws SQLException {
    Map<String, FormerRun> ended = new HashMap<>();
    added.forEach((id, run) -> ended.put(id, FormerRun.before(run, sql.dialect())));
    present.forEach(run -> ended.put(run.id(), run));
    for (FormerRun run : ended.values()) {
      keep(sql, run, Timestamps.toEpochMicros(at));
    }
  }

  /**
   * Keeps one, unless another one of its id has ended then or later.
   *
   * @param until in microseconds
   */
  public static void keep(WriteTransaction sql, FormerRun run, long until) throws SQLException {
    @Nullable Object[] columns =
        WriteTransaction.flat(
            sql.dialect().columns(run.id()),
            until,
            run.scope(),
            run.level(),
            run.at(),
            run.words(),
            run.tools(),
            run.groups());
    sql.later(
        WriteGroup.VERSION,
        KEEP,
        Arrays.asList(columns),
        RowHash.of(columns),
        sql.dialect().key(run.id()),
        until);
  }

  static void erase(WriteTransaction sql, Collection<String> ids) throws SQLException {
    for (String id : ids) {
      sql.later(WriteGroup.VERSION, ERASE, sql.dialect().key(id));
    }
  }

  static void erase(WriteTransaction sql, RunPlace place) throws SQLException {
    String scope = sql.dialect().columnOfScope(RecordRow.scope(place.scope()));
    sql.later(WriteGroup.VERSION, ERASE_PLACE, scope, place.sensitivity().level());
  }

  /** Those of some runs that were there at an instant, but those that cannot be decrypted. */
  public static List<KeptRun> at(ReadTransaction rows, Instant at, Collection<String> ids)
      throws SQLException {
    return KeptRuns.find(
        rows,
        AT_OF_IDS,
        Map.of("ids", rows.dialect().keys(ids), "instant", Timestamps.toEpochMicros(at)));
  }

  /** The latest runs after one that were there at an instant, as {@link #at}. */
  public static List<KeptRun> latest(
      ReadTransaction rows, Instant at, Visibility visibility, @Nullable KeptRun after, int limit)
      throws SQLException {
    Dialect dialect = rows.dialect();
    Map<String, Object> values = HeaderQuery.seen(dialect, visibility);
    values.put("whole", false);
    values.put("places", VisibleSpaces.scopes(rows, visibility));
    values.put("instant", Timestamps.toEpochMicros(at));
    values.put("before", after == null ? Long.MAX_VALUE : Timestamps.toEpochMicros(after.at()));
    values.put("id", after == null ? "" : dialect.key(after.id()));
    values.put("limit", limit);
    List<KeptRun> found = new ArrayList<>();
    boolean isMore = true;
    while (isMore && found.size() < limit) {
      List<PastRunRow> page = rows.all(row -> PastRunRow.read(row, dialect), AT_OF_SCOPES, values);
      page.stream()
          .flatMap(row -> row.run().stream())
          .limit(limit - found.size())
          .forEach(found::add);
      isMore = page.size() == limit;
      if (isMore) {
        values.put("before", page.get(limit - 1).at());
        values.put("id", page.get(limit - 1).key());
      }
    }
    return found;
  }
}
