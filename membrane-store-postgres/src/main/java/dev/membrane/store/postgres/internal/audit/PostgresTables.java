package dev.membrane.store.postgres.internal.audit;

import dev.membrane.spi.store.StoreReader.Inspection;
import dev.membrane.store.jdbc.internal.audit.DatabaseTables;
import dev.membrane.store.jdbc.internal.audit.StoredCheck;
import dev.membrane.store.jdbc.internal.dialect.ReadTransaction;
import dev.membrane.store.postgres.internal.database.TextEncoding;
import dev.membrane.store.postgres.internal.table.PostgresHeads;
import dev.membrane.store.postgres.internal.table.PostgresWrites;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

/**
 * Checks the index of words and the long forms of texts.
 *
 * @param rows of one transaction
 */
public record PostgresTables(ReadTransaction rows) implements DatabaseTables {

  private static final String POSTINGS =
      "SELECT p.rid, p.words FROM posting p WHERE p.rid {in rids}";

  private static final String LOOSE =
      """
      SELECT 'words', p.rid FROM posting p
      WHERE NOT EXISTS (SELECT FROM memory m WHERE m.rid = p.rid) LIMIT 1
      """;

  private static final String WORDS = "SELECT pool, word, records FROM pool_word";

  private static final String LONG =
      """
      SELECT id, long_id FROM tombstone WHERE long_id IS NOT NULL
      UNION ALL
      SELECT name, long_name FROM model
      """;

  private static final String WRONG_SCOPES =
      """
      SELECT coalesce(r.id, d.id)
      FROM (SELECT id, scope FROM memory UNION ALL SELECT id, scope FROM tombstone) r
      FULL JOIN record_scope d ON d.id = r.id
      WHERE d.scope IS DISTINCT FROM r.scope
      LIMIT 1
      """;

  @Override
  public void reportHeads(Inspection inspection) throws SQLException {
    PostgresHeads.report(rows, inspection);
  }

  @Override
  public void check(List<Placed> records, StoredCheck check) throws SQLException {
    Object rids = rows.dialect().numbers(records.stream().map(Placed::rid).toList());
    Map<Long, List<String>> words =
        rows.map(row -> row.getLong(1), PostgresTables::texts, POSTINGS, Map.of("rids", rids));
    for (Placed record : records) {
      String[] expected = PostgresWrites.postings(record.row().listed().all(), record.spaces());
      check.row(
          record.row().id(), "the index of its words", words.get(record.rid()), List.of(expected));
    }
  }

  private static List<String> texts(ResultSet row) throws SQLException {
    return Arrays.asList((String[]) row.getArray(2).getArray());
  }

  @Override
  public void checkRest(StoredCheck check) throws SQLException {
    rows.each(row -> check.word(row.getLong(1), row.getString(2), row.getLong(3)), WORDS);
    rows.each(check::loose, LOOSE);
    rows.each(row -> checkLong(check, row), LONG);
    rows.each(row -> check.fault(row.getString(1), "its id is in another scope"), WRONG_SCOPES);
  }

  /** Texts that are long stand whole next to their short form, others only there. */
  private static void checkLong(StoredCheck check, ResultSet row) throws SQLException {
    String key = row.getString(1);
    String beyond = row.getString(2);
    String text = TextEncoding.whole(key, beyond);
    check.row(null, "the short form of " + key, key, TextEncoding.key(text));
    check.row(null, "the long form of " + key, beyond, TextEncoding.beyondKey(text));
  }
}
