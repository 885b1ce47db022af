package dev.membrane.store.sqlite.internal.table;

import dev.membrane.store.sqlite.internal.session.Sql;
import dev.membrane.store.sqlite.internal.words.CountedWord;
import dev.membrane.store.sqlite.internal.words.JsonTexts;
import dev.membrane.store.sqlite.internal.words.WordBlock;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;

/** Makes blocks of counts of words that had a row each, or were JSON in the log. */
public final class WordCountMigration {

  /** The script that this is part of. */
  public static final String SCRIPT = "V15__word_blocks.sql";

  private static final String SEGMENTS = "SELECT run FROM pool_word_run ORDER BY run";

  private static final String OF_SEGMENT =
      "SELECT pool, word, records FROM counted_word WHERE run = ? ORDER BY pool, word";

  private static final String LOGGED = "SELECT id, pool, entries, deltas FROM logged_word";

  private static final List<String> REMOVE =
      List.of("DROP TABLE counted_word", "DROP TABLE logged_word");

  private WordCountMigration() {}

  public static void run(Connection connection) throws SQLException {
    Sql sql = new Sql(connection);
    for (long segment : sql.all(row -> row.getLong(1), SEGMENTS)) {
      SegmentWriter out = new SegmentWriter(sql, segment);
      sql.each(
          row ->
              out.add(
                  new CountedWord(
                      row.getLong(1), row.getString(2).getBytes(StandardCharsets.UTF_8)),
                  row.getLong(3)),
          OF_SEGMENT,
          segment);
      out.finish();
    }
    sql.each(
        row ->
            sql.update(
                WordCountSegments.LOG,
                row.getLong(1),
                row.getLong(2),
                row.getLong(3),
                WordBlock.write(JsonTexts.numbers(row.getString(4)))),
        LOGGED);
    for (String removal : REMOVE) {
      sql.update(removal);
    }
  }
}
