package dev.membrane.store.jdbc.internal.query;

import dev.membrane.spi.commit.Changeset.Embedding;
import dev.membrane.spi.commit.Changeset.QueueRow;
import dev.membrane.spi.commit.Key;
import dev.membrane.spi.store.AuditTrail;
import dev.membrane.spi.store.Contents.ContentsListener;
import dev.membrane.spi.store.Contents.Kept;
import dev.membrane.store.jdbc.internal.audit.TrailQuery;
import dev.membrane.store.jdbc.internal.dialect.Dialect;
import dev.membrane.store.jdbc.internal.dialect.ReadTransaction;
import dev.membrane.store.jdbc.internal.runs.KeptRuns;
import dev.membrane.store.jdbc.internal.table.KeyTable;
import dev.membrane.store.jdbc.internal.table.QueueTable;
import dev.membrane.store.jdbc.internal.table.StoredVector;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Reads all that the database holds, page by page within one transaction. */
final class ContentsQuery {

  /** Records and logs can be large, and a page is in memory at once. */
  private static final int PAGE = 64;

  private static final String IDS =
      "SELECT (SELECT count(*) FROM memory) + (SELECT count(*) FROM tombstone)";

  private static final String KEYS_OF =
      "SELECT " + KeyTable.COLUMNS + " FROM key k WHERE k.owner {in ids}";

  private static final String ROWS_OF =
      "SELECT " + QueueTable.COLUMNS + " FROM queue q WHERE q.item {in ids}";

  private static final String EMBEDDINGS_OF =
      """
      SELECT {text m.id}, {text o.name}, e.vector, m.rid
      FROM memory m {join} embedding e ON {embedding} {join} model o ON o.id = e.model
      WHERE m.id {in ids}
      """;

  private static final String FREE_KEYS =
      """
      SELECT <key> FROM key k
      WHERE k.owner IS NULL
        OR NOT EXISTS (SELECT 1 FROM memory m WHERE {text m.id} = k.owner)
      ORDER BY k.name
      """
          .replace("<key>", KeyTable.COLUMNS);

  private static final String FREE_ROWS =
      """
      SELECT <row> FROM queue q
      WHERE NOT EXISTS (SELECT 1 FROM memory m WHERE m.id = q.item)
      ORDER BY q.item, q.queue
      """
          .replace("<row>", QueueTable.COLUMNS);

  private static final String RUNS = "SELECT " + KeptRuns.COLUMNS + " FROM run r ORDER BY r.number";

  private final ReadTransaction rows;
  private final Dialect dialect;
  private final ContentsListener listener;

  /** Reads within one transaction. */
  ContentsQuery(ReadTransaction rows, ContentsListener listener) {
    this.rows = rows;
    this.dialect = rows.dialect();
    this.listener = listener;
  }

  /** Tells the listener of everything. */
  void tell() throws SQLException {
    rows.each(row -> listener.begin(row.getLong(1)), IDS);
    TrailQuery.TrailPage page = TrailQuery.arrived(rows, 0, PAGE);
    while (!page.trails().isEmpty()) {
      tell(page);
      page = TrailQuery.arrived(rows, page.lastRid(), PAGE);
    }
    rows.each(row -> listener.key(KeyTable.read(row, dialect)), FREE_KEYS);
    rows.each(row -> listener.row(QueueTable.read(row, dialect)), FREE_ROWS);
    rows.each(row -> KeptRuns.readUnlessErased(row, dialect).ifPresent(listener::run), RUNS);
  }

  /** Keys and rows that name a deleted record belong to none. */
  private void tell(TrailQuery.TrailPage page) throws SQLException {
    List<String> ids = page.there();
    Object columns = dialect.keys(ids);
    Map<String, List<Key>> keys =
        all(
                KEYS_OF,
                dialect.texts(ids.stream().map(dialect::column).toList()),
                row -> KeyTable.read(row, dialect))
            .collect(Collectors.groupingBy(key -> String.valueOf(key.owner())));
    Map<String, List<QueueRow>> queued =
        all(ROWS_OF, columns, row -> QueueTable.read(row, dialect))
            .collect(Collectors.groupingBy(QueueRow::item));
    Map<String, Embedding> embeddings =
        all(EMBEDDINGS_OF, columns, this::embedding)
            .filter(embedding -> embedding.vector().dimensions() > 0)
            .collect(Collectors.toMap(Embedding::id, embedding -> embedding));
    for (AuditTrail trail : page.trails()) {
      String id = trail.id();
      if (page.erased().contains(id)) {
        listener.erased(id);
        continue;
      }
      listener.kept(
          new Kept(
              trail,
              keys.getOrDefault(id, List.of()),
              queued.getOrDefault(id, List.of()),
              embeddings.get(id)));
    }
  }

  private <T> Stream<T> all(String sql, Object ids, ReadTransaction.RowParser<T> row)
      throws SQLException {
    return rows.all(row, sql, Map.of("ids", ids)).stream();
  }

  private Embedding embedding(ResultSet row) throws SQLException {
    return new Embedding(
        dialect.plain(row.getString(1)),
        dialect.plain(row.getString(2)),
        StoredVector.vector(dialect.cipher(), row.getLong(4), row.getBytes(3)));
  }
}
