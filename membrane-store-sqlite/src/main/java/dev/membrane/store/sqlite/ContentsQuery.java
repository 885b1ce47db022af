package dev.membrane.store.sqlite;

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
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.mapper.RowMapper;

/** Tells all that the file holds, page by page within one transaction. */
final class ContentsQuery {

  /** Records and logs can be large, and a page is in memory at once. */
  private static final int PAGE = 64;

  private static final String IDS =
      "SELECT (SELECT count(*) FROM memory) + (SELECT count(*) FROM tombstone)";

  private static final String KEYS_OF =
      """
      SELECT k.name, k.value, k.owner FROM json_each(:ids) i CROSS JOIN key k ON k.owner = i.value
      """;

  private static final String ROWS_OF =
      """
      SELECT q.queue, q.item, q.due_at, q.attempts
      FROM json_each(:ids) i CROSS JOIN queue q ON q.item = i.value
      """;

  private static final String EMBEDDINGS_OF =
      """
      SELECT m.id, o.name, e.vector
      FROM json_each(:ids) i
      CROSS JOIN memory m ON m.id = i.value
      CROSS JOIN embedding e ON e.space = m.space AND e.rid = m.rid
      CROSS JOIN model o ON o.id = e.model
      """;

  private static final String FREE_KEYS =
      """
      SELECT name, value, owner FROM key
      WHERE owner IS NULL OR NOT EXISTS (SELECT 1 FROM memory WHERE id = owner)
      ORDER BY name
      """;

  private static final String FREE_ROWS =
      """
      SELECT queue, item, due_at, attempts FROM queue
      WHERE NOT EXISTS (SELECT 1 FROM memory WHERE id = item)
      ORDER BY item, queue
      """;

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
    handle.createQuery(FREE_KEYS).map((row, context) -> key(row)).forEach(listener::key);
    handle.createQuery(FREE_ROWS).map((row, context) -> row(row)).forEach(listener::row);
  }

  private void tellRecords(List<AuditTrail> page) {
    String ids = JsonTexts.distinct(page.stream().map(AuditTrail::id).toList());
    Map<String, List<Key>> keys =
        by(key -> String.valueOf(key.owner()), KEYS_OF, ids, (row, context) -> key(row));
    Map<String, List<QueueRow>> rows = by(QueueRow::item, ROWS_OF, ids, (row, context) -> row(row));
    Map<String, Embedding> embeddings = new HashMap<>();
    handle
        .createQuery(EMBEDDINGS_OF)
        .bind("ids", ids)
        .map((row, context) -> embedding(row))
        .forEach(embedding -> embeddings.put(embedding.id(), embedding));
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

  private <T> Map<String, List<T>> by(
      Function<T, String> id, String sql, String ids, RowMapper<T> row) {
    return handle.createQuery(sql).bind("ids", ids).map(row).collect(Collectors.groupingBy(id));
  }

  private static Key key(ResultSet row) throws SQLException {
    return new Key(row.getString(1), row.getString(2), row.getString(3));
  }

  private static QueueRow row(ResultSet row) throws SQLException {
    return new QueueRow(
        row.getString(1), row.getString(2), Micros.toInstant(row.getLong(3)), row.getInt(4));
  }

  private static Embedding embedding(ResultSet row) throws SQLException {
    return new Embedding(row.getString(1), row.getString(2), Vector.fromBytes(row.getBytes(3)));
  }
}
