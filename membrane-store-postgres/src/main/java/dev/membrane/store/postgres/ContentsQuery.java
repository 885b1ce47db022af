package dev.membrane.store.postgres;

import dev.membrane.spi.AuditTrail;
import dev.membrane.spi.Contents.Kept;
import dev.membrane.spi.Contents.Listener;
import dev.membrane.spi.Embedding;
import dev.membrane.spi.Key;
import dev.membrane.spi.QueueRow;
import dev.membrane.spi.Vector;
import dev.membrane.store.sql.Micros;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.mapper.RowMapper;
import org.jspecify.annotations.Nullable;

/** Tells all that the schema holds, page by page within one transaction. */
final class ContentsQuery {

  /** Records and logs can be large, and a page is in memory at once. */
  private static final int PAGE = 64;

  private static final int FETCHED = 1_000;

  private static final String IDS =
      "SELECT (SELECT count(*) FROM memory) + (SELECT count(*) FROM tombstone)";

  private static final String KEY = "k.name, k.long_name, k.value, k.owner";

  private static final String KEYS_OF = "SELECT " + KEY + " FROM key k WHERE k.owner = ANY (:ids)";

  private static final String ROW =
      "q.queue, q.long_queue, q.item, q.long_item, q.due_at, q.attempts";

  private static final String ROWS_OF = "SELECT " + ROW + " FROM queue q WHERE q.item = ANY (:ids)";

  private static final String EMBEDDINGS_OF =
      """
      SELECT m.id, m.long_id, o.name, o.long_name, e.vector
      FROM memory m JOIN embedding e ON e.rid = m.rid JOIN model o ON o.id = e.model
      WHERE m.id = ANY (:ids)
      """;

  private static final String FREE_KEYS =
      """
      SELECT <key> FROM key k
      WHERE k.owner IS NULL
        OR NOT EXISTS (SELECT FROM memory m WHERE coalesce(m.long_id, m.id) = k.owner)
      ORDER BY k.name
      """
          .replace("<key>", KEY);

  private static final String FREE_ROWS =
      """
      SELECT <row> FROM queue q
      WHERE NOT EXISTS (SELECT FROM memory m WHERE m.id = q.item)
      ORDER BY q.item, q.queue
      """
          .replace("<row>", ROW);

  private final Handle handle;
  private final Listener listener;

  ContentsQuery(Handle handle, Listener listener) {
    this.handle = handle;
    this.listener = listener;
  }

  void tell() {
    listener.begin(handle.createQuery(IDS).mapTo(Long.class).one());
    List<AuditTrail> page = TrailQuery.records(handle, "", PAGE);
    while (!page.isEmpty()) {
      tellRecords(page);
      page = TrailQuery.records(handle, page.get(page.size() - 1).id(), PAGE);
    }
    page = TrailQuery.tombstones(handle, "", PAGE);
    while (!page.isEmpty()) {
      page.forEach(trail -> listener.kept(new Kept(trail, List.of(), List.of(), null)));
      page = TrailQuery.tombstones(handle, page.get(page.size() - 1).id(), PAGE);
    }
    handle
        .createQuery(FREE_KEYS)
        .setFetchSize(FETCHED)
        .map((row, context) -> key(row))
        .forEach(listener::key);
    handle
        .createQuery(FREE_ROWS)
        .setFetchSize(FETCHED)
        .map((row, context) -> row(row))
        .forEach(listener::row);
  }

  private void tellRecords(List<AuditTrail> page) {
    List<String> ids = page.stream().map(AuditTrail::id).toList();
    List<String> columns = ids.stream().map(Texts::key).toList();
    Map<String, List<Key>> keys =
        all(KEYS_OF, ids.stream().map(Texts::escaped).toList(), (row, context) -> key(row))
            .collect(Collectors.groupingBy(key -> String.valueOf(key.owner())));
    Map<String, List<QueueRow>> rows =
        all(ROWS_OF, columns, (row, context) -> row(row))
            .collect(Collectors.groupingBy(QueueRow::item));
    Map<String, Embedding> embeddings =
        all(EMBEDDINGS_OF, columns, (row, context) -> embedding(row))
            .collect(Collectors.toMap(Embedding::id, embedding -> embedding));
    for (AuditTrail trail : page) {
      String id = trail.id();
      listener.kept(
          new Kept(
              trail,
              keys.getOrDefault(id, List.of()),
              rows.getOrDefault(id, List.of()),
              embeddings.get(id)));
    }
  }

  private <T> Stream<T> all(String sql, List<String> ids, RowMapper<T> row) {
    return handle.createQuery(sql).bindArray("ids", String.class, ids).map(row).list().stream();
  }

  private static Key key(ResultSet row) throws SQLException {
    @Nullable String owner = row.getString(4);
    return new Key(
        Texts.whole(row.getString(1), row.getString(2)),
        Texts.plain(row.getString(3)),
        owner == null ? null : Texts.plain(owner));
  }

  private static QueueRow row(ResultSet row) throws SQLException {
    return new QueueRow(
        Texts.whole(row.getString(1), row.getString(2)),
        Texts.whole(row.getString(3), row.getString(4)),
        Micros.toInstant(row.getLong(5)),
        row.getInt(6));
  }

  private static Embedding embedding(ResultSet row) throws SQLException {
    return new Embedding(
        Texts.whole(row.getString(1), row.getString(2)),
        Texts.whole(row.getString(3), row.getString(4)),
        Vector.fromBytes(row.getBytes(5)));
  }
}
