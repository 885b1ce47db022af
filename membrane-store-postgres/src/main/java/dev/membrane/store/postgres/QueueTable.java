package dev.membrane.store.postgres;

import dev.membrane.spi.QueueRow;
import dev.membrane.store.jdbc.Micros;
import dev.membrane.store.jdbc.RowHash;
import java.time.Instant;
import java.util.List;
import org.jdbi.v3.core.Handle;
import org.jspecify.annotations.Nullable;

/** Work that waits for its instant. */
final class QueueTable {

  private static final String DUE =
      """
      SELECT item, long_item, due_at, attempts FROM queue
      WHERE queue = :queue AND due_at <= :at
      ORDER BY due_at, item
      LIMIT :limit
      """;

  // Of several rows of one item and queue the last stays.
  private static final String PUT =
      """
      INSERT INTO queue (queue, long_queue, item, long_item, due_at, attempts, row_hash)
      SELECT DISTINCT ON (r.item COLLATE "C", r.queue COLLATE "C")
        r.queue, r.long_queue, r.item, r.long_item, r.due_at, r.attempts, r.row_hash
      FROM unnest(?, ?, ?, ?, ?, ?, ?) WITH ORDINALITY
        AS r (queue, long_queue, item, long_item, due_at, attempts, row_hash, number)
      ORDER BY r.item COLLATE "C", r.queue COLLATE "C", r.number DESC
      ON CONFLICT (item, queue) DO UPDATE
      SET due_at = excluded.due_at, attempts = excluded.attempts, row_hash = excluded.row_hash
      """;

  private static final String FINISH =
      "DELETE FROM queue WHERE queue = ? AND item = ? AND due_at = ? AND attempts = ?";

  private static final String REMOVE_ITEM = "DELETE FROM queue WHERE item = ?";

  private QueueTable() {}

  static List<QueueRow> due(Handle handle, String queue, Instant at, int limit) {
    return handle
        .createQuery(DUE)
        .bind("queue", Texts.key(queue))
        .bind("at", Micros.of(at))
        .bind("limit", limit)
        .map(
            (row, context) ->
                new QueueRow(
                    queue,
                    Texts.whole(row.getString(1), row.getString(2)),
                    Micros.toInstant(row.getLong(3)),
                    row.getInt(4)))
        .list();
  }

  static void put(Sql sql, QueueRow row) {
    String queue = Texts.key(row.queue());
    String longQueue = Texts.beyondKey(row.queue());
    String item = Texts.key(row.item());
    String longItem = Texts.beyondKey(row.item());
    long dueAt = Micros.of(row.dueAt());
    long attempts = row.attempts();
    String hash = hash(queue, longQueue, item, longItem, dueAt, attempts);
    sql.row(Sql.Group.QUEUE, PUT, queue, longQueue, item, longItem, dueAt, attempts, hash);
  }

  /** What a row says of itself. */
  static String hash(
      String queue,
      @Nullable String longQueue,
      String item,
      @Nullable String longItem,
      long dueAt,
      long attempts) {
    return RowHash.of(queue, longQueue, item, longItem, dueAt, attempts);
  }

  static void finish(Sql sql, QueueRow row) {
    sql.expect(
        Sql.Group.QUEUE,
        "queue row is not as seen: " + row.item(),
        FINISH,
        Texts.key(row.queue()),
        Texts.key(row.item()),
        Micros.of(row.dueAt()),
        row.attempts());
  }

  static void removeItem(Sql sql, String id) {
    sql.later(Sql.Group.QUEUE, REMOVE_ITEM, Texts.key(id));
  }
}
