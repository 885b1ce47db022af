package dev.membrane.store.sqlite;

import dev.membrane.spi.ConflictException;
import dev.membrane.spi.QueueRow;
import dev.membrane.store.jdbc.Micros;
import dev.membrane.store.jdbc.RowHash;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import org.jdbi.v3.core.Handle;

/** Work that waits for its instant. */
final class QueueTable {

  private static final String DUE =
      """
      SELECT queue, item, due_at, attempts FROM queue
      WHERE queue = :queue AND due_at <= :at
      ORDER BY due_at, item
      LIMIT :limit
      """;

  private static final String PUT =
      """
      INSERT INTO queue (queue, item, due_at, attempts, row_hash) VALUES (?, ?, ?, ?, ?)
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
        .bind("queue", queue)
        .bind("at", Micros.of(at))
        .bind("limit", limit)
        .map(
            (row, context) ->
                new QueueRow(
                    row.getString("queue"),
                    row.getString("item"),
                    Micros.toInstant(row.getLong("due_at")),
                    row.getInt("attempts")))
        .list();
  }

  static void put(Sql sql, QueueRow row) throws SQLException {
    long dueAt = Micros.of(row.dueAt());
    String hash = hash(row.queue(), row.item(), dueAt, row.attempts());
    sql.update(PUT, row.queue(), row.item(), dueAt, row.attempts(), hash);
  }

  static void finish(Sql sql, QueueRow row) throws SQLException {
    int gone = sql.update(FINISH, row.queue(), row.item(), Micros.of(row.dueAt()), row.attempts());
    if (gone == 0) {
      throw new ConflictException("queue row is not as seen: " + row.item());
    }
  }

  /** What a row says of itself. */
  static String hash(String queue, String item, long dueAt, int attempts) {
    return RowHash.of(queue, item, dueAt, attempts);
  }

  static void removeItem(Sql sql, String id) throws SQLException {
    sql.update(REMOVE_ITEM, id);
  }
}
