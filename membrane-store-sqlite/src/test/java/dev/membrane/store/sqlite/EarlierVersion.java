package dev.membrane.store.sqlite;

import static java.util.stream.Collectors.joining;

import dev.membrane.store.jdbc.internal.filter.RecordOrder;
import dev.membrane.store.sqlite.internal.session.Sql;
import dev.membrane.store.sqlite.internal.words.WordBlock;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Map;
import java.util.TreeMap;

/** Takes away what a migration has added. */
public final class EarlierVersion {

  private static final String ROWS =
      """
      BEGIN;
      ALTER TABLE pool_word RENAME TO block;
      ALTER TABLE pool_word_log RENAME TO logged;
      CREATE TABLE pool_word (
        run INTEGER NOT NULL, pool INTEGER NOT NULL, word TEXT NOT NULL, records INTEGER NOT NULL,
        PRIMARY KEY (run, pool, word)) STRICT, WITHOUT ROWID;
      CREATE TABLE pool_word_log (
        id INTEGER PRIMARY KEY, pool INTEGER NOT NULL, entries INTEGER NOT NULL,
        deltas TEXT NOT NULL) STRICT;
      """;

  private static final String ONLY_ROWS =
      """
      DROP TABLE block;
      DROP TABLE logged;
      DROP TABLE tag_recent;
      DROP TABLE former_key;
      DROP TABLE former_run;
      DROP TABLE former_vector;
      COMMIT;
      """;

  private static final String TWELFTH =
      """
      DROP TABLE encryption;
      DROP TABLE moved_from;
      DROP TABLE version;
      DROP INDEX tombstone_by_scope;
      ALTER TABLE embedding DROP COLUMN written_at;
      """;

  static final String ELEVENTH =
      TWELFTH
          + """
      DROP TABLE figure_log;
      DROP TABLE figure_block;
      DROP TABLE figure_points;
      PRAGMA user_version = 11;
      """;

  private static final String TENTH =
      ELEVENTH
          + """
      ALTER TABLE pool_word RENAME TO word_of_run;
      CREATE TABLE pool_word (
        pool INTEGER NOT NULL, word TEXT NOT NULL, records INTEGER NOT NULL,
        PRIMARY KEY (pool, word)) STRICT, WITHOUT ROWID;
      CREATE TABLE pool_word_recent (
        pool INTEGER NOT NULL, word TEXT NOT NULL, records INTEGER NOT NULL,
        PRIMARY KEY (pool, word)) STRICT, WITHOUT ROWID;
      INSERT INTO pool_word SELECT pool, word, sum(records) FROM word_of_run GROUP BY 1, 2;
      INSERT INTO pool_word_recent SELECT l.pool, w.key, sum(w.value)
      FROM pool_word_log l, json_each(l.deltas) w GROUP BY 1, 2;
      DROP TABLE word_of_run;
      DROP TABLE pool_word_run;
      DROP TABLE pool_word_log;
      """;

  static final String SIXTH =
      TENTH
          + """
      DROP INDEX arrival_by_whole;
      DROP TABLE run;
      DROP TABLE run_word;
      PRAGMA user_version = 6;
      """;

  static final String FIFTH =
      SIXTH
          + """
      DROP TABLE audit_head;
      ALTER TABLE memory DROP COLUMN nonce;
      ALTER TABLE key DROP COLUMN row_hash;
      ALTER TABLE queue DROP COLUMN row_hash;
      ALTER TABLE embedding DROP COLUMN row_hash;
      PRAGMA user_version = 5;
      """;

  static final String FOURTH = FIFTH + "DROP TABLE cleaning; PRAGMA user_version = 4;";

  private EarlierVersion() {}

  /** Makes a file one of an earlier version. */
  public static void make(Path file, String script) throws SQLException {
    try (Connection connection = DriverManager.getConnection("jdbc:sqlite:" + file);
        Statement statement = connection.createStatement()) {
      for (RecordOrder order : RecordOrder.ALL) {
        statement.executeUpdate(listed(order));
      }
      statement.executeUpdate(ROWS);
      uncompress(new Sql(connection));
      statement.executeUpdate(ONLY_ROWS + script);
    }
  }

  /** Moves the tags of records that were written lately to the list of an order. */
  private static String listed(RecordOrder order) {
    return """
    INSERT INTO tag_%1$s (space, tag, %2$s, rid)
    SELECT r.space, r.tag, %2$s, r.rid FROM tag_recent r JOIN memory m ON m.rid = r.rid
    WHERE m.%3$s IS NOT NULL
    """
        .formatted(order.word(), String.join(", ", order.keys()), order.keys().get(0));
  }

  private static void uncompress(Sql sql) throws SQLException {
    sql.each(
        row -> {
          for (Map.Entry<String, Long> count : counts(row).entrySet()) {
            sql.update(
                "INSERT INTO pool_word VALUES (?, ?, ?, ?)",
                row.getLong(3),
                row.getLong(1),
                count.getKey(),
                count.getValue());
          }
        },
        "SELECT pool, counts, run FROM block");
    sql.each(
        row ->
            sql.update(
                "INSERT INTO pool_word_log VALUES (?, ?, ?, ?)",
                row.getLong(3),
                row.getLong(1),
                row.getLong(4),
                json(counts(row))),
        "SELECT pool, deltas, id, entries FROM logged");
  }

  private static String json(Map<String, Long> counts) {
    return counts.entrySet().stream()
        .map(count -> '"' + count.getKey() + "\":" + count.getValue())
        .collect(joining(",", "{", "}"));
  }

  /** The counts of words in a row of a pool and its bytes. */
  public static Map<String, Long> counts(ResultSet row) throws SQLException {
    Map<String, Long> counts = new TreeMap<>();
    WordBlock.read(row).addTo(counts);
    return counts;
  }
}
