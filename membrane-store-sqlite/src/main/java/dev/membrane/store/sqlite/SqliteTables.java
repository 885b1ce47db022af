package dev.membrane.store.sqlite;

import dev.membrane.spi.Inspection;
import dev.membrane.store.jdbc.OwnTables;
import dev.membrane.store.jdbc.Rows;
import dev.membrane.store.jdbc.Standing;
import dev.membrane.store.jdbc.StoredCheck;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Map;

/**
 * Checks the text index, the lists of tags, the counts of words and the places of vectors.
 *
 * @param rows of one transaction
 */
record SqliteTables(Rows rows) implements OwnTables {

  // The words of the text index, of which SQLite shows each with the rows that have it.
  private static final String SHOW_POSTINGS =
      "CREATE VIRTUAL TABLE temp.posted USING fts5vocab ('main', 'posting', 'instance')";

  private static final String POSTINGS = "SELECT doc, term FROM temp.posted";
  private static final String HIDE_POSTINGS = "DROP TABLE temp.posted";

  private static final String PLACES =
      "SELECT m.id, m.space, e.space FROM embedding e JOIN memory m ON m.rid = e.rid";

  private static final String RUNS =
      """
      SELECT r.rows, (SELECT count(*) FROM pool_word c WHERE c.run = r.run) FROM pool_word_run r
      UNION ALL
      SELECT 0, count(*) FROM pool_word WHERE run NOT IN (SELECT run FROM pool_word_run)
      """;

  private static final String LOG =
      """
      SELECT id - (SELECT coalesce(max(run), 0) FROM pool_word_run), pool, entries, deltas
      FROM pool_word_log ORDER BY id
      """;

  @Override
  public void tellHeads(Inspection inspection) throws SQLException {
    HexHeads.tell(rows, inspection);
  }

  @Override
  public void tell(List<Placed> records, StoredCheck check) {
    for (Placed record : records) {
      for (Long space : record.spaces()) {
        List<String> words = record.row().listed().all();
        check.postings(record.rid(), PostingTable.words(words, space));
        boolean hasLane = check.hasLane(record.row().salience());
        Standing at = Standing.of(record.rid(), record.row(), space, null, hasLane);
        TagTables.expect(at, record.row().listed().tags(), check);
      }
    }
  }

  @Override
  public void tellRest(StoredCheck check) throws SQLException {
    TagTables.tell(rows, check);
    tellPostings(check);
    rows.each(row -> check.row(null, "a run of counts", row.getLong(1), row.getLong(2)), RUNS);
    new LoggedCounts(check).tell(rows);
    rows.each(
        row ->
            check.row(row.getString(1), "the place of the vector", row.getLong(3), row.getLong(2)),
        PLACES);
  }

  private void tellPostings(StoredCheck check) throws SQLException {
    try (Statement statement = rows.handle().getConnection().createStatement()) {
      statement.executeUpdate(SHOW_POSTINGS);
      try (ResultSet row = statement.executeQuery(POSTINGS)) {
        while (row.next()) {
          check.posting(row.getLong(1), row.getString(2));
        }
      }
      statement.executeUpdate(HIDE_POSTINGS);
    }
  }

  /** The log of counts, from its first row on. */
  private static final class LoggedCounts {
    private final StoredCheck check;
    private long number;
    private long entries;

    LoggedCounts(StoredCheck check) {
      this.check = check;
    }

    void tell(Rows rows) throws SQLException {
      rows.each(this::tell, LOG);
    }

    private void tell(ResultSet row) throws SQLException {
      Map<String, Long> deltas = JsonTexts.numbers(row.getString(4));
      number++;
      entries += deltas.size();
      List<Long> place = List.of(row.getLong(1), row.getLong(3));
      if (!place.equals(List.of(number, entries))
          || !JsonTexts.object(deltas).equals(row.getString(4))) {
        check.fault(null, "the log of counts is not as it was written");
      }
      long pool = row.getLong(2);
      deltas.forEach((word, delta) -> check.word(pool, word, delta));
    }
  }
}
