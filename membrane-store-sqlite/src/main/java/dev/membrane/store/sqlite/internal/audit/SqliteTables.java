package dev.membrane.store.sqlite.internal.audit;

import dev.membrane.schema.JsonString;
import dev.membrane.spi.store.StoreReader.Inspection;
import dev.membrane.store.jdbc.internal.audit.DatabaseTables;
import dev.membrane.store.jdbc.internal.audit.StoredCheck;
import dev.membrane.store.jdbc.internal.dialect.ReadTransaction;
import dev.membrane.store.jdbc.internal.session.SqlCodes;
import dev.membrane.store.jdbc.internal.table.SpacePosition;
import dev.membrane.store.sqlite.internal.table.PostingTable;
import dev.membrane.store.sqlite.internal.table.RecentTags;
import dev.membrane.store.sqlite.internal.table.SqliteHeads;
import dev.membrane.store.sqlite.internal.table.TagTables;
import dev.membrane.store.sqlite.internal.words.WordBlock;
import java.nio.charset.StandardCharsets;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.sqlite.SQLiteErrorCode;

/**
 * Checks the text index, the lists of tags, the counts of words and the places of vectors, and that
 * nobody else has a trigger or view there.
 */
public final class SqliteTables implements DatabaseTables {

  private static final String PARTS =
      """
      SELECT name FROM sqlite_schema
      WHERE name IN ('posting', 'posting_data', 'posting_idx', 'posting_config')
      """;

  private static final int PARTS_OF_INDEX = 4;

  private static final String OVERWRITES =
      "SELECT v FROM posting_config WHERE k = 'secure-delete' AND v = 1";

  // The words of the text index, of which SQLite shows each with the rows that have it.
  private static final String SHOW_POSTINGS =
      "CREATE VIRTUAL TABLE temp.posted USING fts5vocab ('main', 'posting', 'instance')";

  private static final String POSTINGS = "SELECT doc, term FROM temp.posted";
  private static final String HIDE_POSTINGS = "DROP TABLE IF EXISTS temp.posted";

  /** What SQLite answers where an index lacks a part, or a part is not as it wrote it. */
  private static final Set<Integer> DAMAGE =
      Set.of(SQLiteErrorCode.SQLITE_ERROR.code, SQLiteErrorCode.SQLITE_CORRUPT.code);

  private static final String PLACES =
      "SELECT m.id, m.space, e.space FROM embedding e JOIN memory m ON m.rid = e.rid";

  /** What acts on rows, or stands for them, and is in no script of ours. */
  private static final String FOREIGN =
      "SELECT type, name FROM sqlite_schema WHERE type IN ('trigger', 'view') ORDER BY name";

  private static final String SEGMENTS = "SELECT run, rows FROM pool_word_run";

  private static final String BLOCKS =
      "SELECT pool, counts, run, first FROM pool_word ORDER BY run, pool, first";

  private static final String LOG =
      """
      SELECT pool, deltas, id - (SELECT coalesce(max(run), 0) FROM pool_word_run), entries
      FROM pool_word_log ORDER BY id
      """;

  private final ReadTransaction rows;
  private @Nullable Set<List<Object>> recentTags;

  /** For rows of one transaction. */
  public SqliteTables(ReadTransaction rows) {
    this.rows = rows;
  }

  @Override
  public void reportHeads(Inspection inspection) throws SQLException {
    SqliteHeads.report(rows, inspection);
  }

  @Override
  public void check(List<Placed> records, StoredCheck check) throws SQLException {
    for (Placed record : records) {
      for (Long space : record.spaces()) {
        List<String> words = record.row().listed().all();
        check.postings(record.rid(), PostingTable.words(words, space));
        boolean hasLane = check.hasLane(record.row().salience());
        SpacePosition at = SpacePosition.of(record.rid(), record.row(), space, null, hasLane);
        expectTags(at, record.row().listed().tags(), check);
      }
    }
  }

  /** All tags of a record that has a recent one must be recent, and those of all others listed. */
  private void expectTags(SpacePosition at, List<String> tags, StoredCheck check)
      throws SQLException {
    List<List<Object>> recent = new ArrayList<>();
    tags.forEach(tag -> recent.add(List.of(at.space(), tag, at.rid())));
    if (Collections.disjoint(recentTags(), recent)) {
      TagTables.expect(at, tags, check);
    } else {
      recent.forEach(row -> check.tagExpected(RecentTags.TABLE, row.toArray()));
    }
  }

  private Set<List<Object>> recentTags() throws SQLException {
    Set<List<Object>> known = recentTags;
    if (known == null) {
      known = RecentTags.all(rows);
      recentTags = known;
    }
    return known;
  }

  @Override
  public void checkRest(StoredCheck check) throws SQLException {
    recentTags().forEach(row -> check.tag(RecentTags.TABLE, row.toArray()));
    TagTables.check(rows, check);
    checkPostings(check);
    new StoredCounts(check).check(rows);
    rows.each(
        row ->
            check.fault(
                null,
                row.getString(1) + " " + new JsonString(row.getString(2)) + " is not Membrane's"),
        FOREIGN);
    rows.each(
        row ->
            check.row(row.getString(1), "the place of the vector", row.getLong(3), row.getLong(2)),
        PLACES);
  }

  /** With one of them gone SQLite may not even end a transaction that looks at the others. */
  private void checkPostings(StoredCheck check) throws SQLException {
    if (rows.all(row -> row.getString(1), PARTS, Map.of()).size() < PARTS_OF_INDEX) {
      check.fault(null, "the index of words cannot be read (a table of it is gone)");
      return;
    }
    try {
      rows.update(SHOW_POSTINGS);
      rows.each(row -> check.posting(row.getLong(1), row.getString(2)), POSTINGS);
    } catch (SQLException failure) {
      if (!DAMAGE.contains(failure.getErrorCode())) {
        throw failure;
      }
      check.fault(null, "the index of words cannot be read (" + SqlCodes.of(failure) + ")");
    }
    rows.update(HIDE_POSTINGS);
    if (rows.all(row -> row.getLong(1), OVERWRITES, Map.of()).isEmpty()) {
      check.fault(null, "the index of words does not overwrite what is deleted");
    }
  }

  /** The counts of words, and whether their rows are as they were written. */
  private static final class StoredCounts {
    private final StoredCheck check;
    private final Map<Long, Long> segments = new HashMap<>();
    private CountBlock last = new CountBlock(0, 0, "");
    private long number;
    private long entries;

    /** Of a segment, a pool, and its last word. */
    private record CountBlock(long segment, long pool, String word) {

      /** Whether it has words that the next block may have, too. */
      boolean overlaps(CountBlock next, String first) {
        return segment == next.segment
            && pool == next.pool
            && Arrays.compareUnsigned(bytes(word), bytes(first)) >= 0;
      }

      private static byte[] bytes(String word) {
        return word.getBytes(StandardCharsets.UTF_8);
      }
    }

    StoredCounts(StoredCheck check) {
      this.check = check;
    }

    void check(ReadTransaction rows) throws SQLException {
      rows.each(this::checkBlock, BLOCKS);
      rows.each(
          row -> {
            Long words = segments.remove(row.getLong(1));
            check.row(null, "a run of counts", row.getLong(2), words == null ? 0 : words);
          },
          SEGMENTS);
      segments.forEach((segment, words) -> check.fault(null, "counts are of no run"));
      rows.each(this::checkLogged, LOG);
    }

    private void checkBlock(ResultSet row) throws SQLException {
      Map<String, Long> counts = counts(row);
      segments.merge(row.getLong(3), (long) counts.size(), Long::sum);
      @Nullable String first = null;
      String end = "";
      for (String word : counts.keySet()) {
        first = first == null ? word : first;
        end = word;
      }
      check.row(null, "the first word of counts", row.getString(4), first);
      CountBlock next = new CountBlock(row.getLong(3), row.getLong(1), end);
      if (first != null && last.overlaps(next, first)) {
        check.fault(null, "blocks of counts overlap");
      }
      last = next;
    }

    private void checkLogged(ResultSet row) throws SQLException {
      number++;
      entries += counts(row).size();
      List<Long> place = List.of(row.getLong(3), row.getLong(4));
      if (!place.equals(List.of(number, entries))) {
        check.fault(null, "the log of counts is not as it was written");
      }
    }

    private Map<String, Long> counts(ResultSet row) throws SQLException {
      Map<String, Long> counts = new LinkedHashMap<>();
      try {
        WordBlock block = WordBlock.read(row);
        block.addTo(counts);
        if (!Arrays.equals(block.counts(), WordBlock.write(counts))) {
          check.fault(null, "counts of words are not as they were written");
        }
        counts.forEach((word, count) -> check.word(block.pool(), word, count));
      } catch (WordBlock.DamagedException damaged) {
        check.fault(null, String.valueOf(damaged.getMessage()));
      }
      return counts;
    }
  }
}
