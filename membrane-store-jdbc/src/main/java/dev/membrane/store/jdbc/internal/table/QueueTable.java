package dev.membrane.store.jdbc.internal.table;

import dev.membrane.schema.Timestamps;
import dev.membrane.spi.commit.Changeset.QueueRow;
import dev.membrane.spi.store.Statistics.QueueLoad;
import dev.membrane.store.jdbc.internal.dialect.Dialect;
import dev.membrane.store.jdbc.internal.dialect.ReadTransaction;
import dev.membrane.store.jdbc.internal.row.RowHash;
import dev.membrane.store.jdbc.internal.session.WriteTransaction;
import dev.membrane.store.jdbc.internal.session.WriteTransaction.Conflict;
import dev.membrane.store.jdbc.internal.session.WriteTransaction.WriteGroup;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Work items that wait until they are due. */
public final class QueueTable {

  /** What {@link #read} needs, of the row {@code q}. */
  public static final String COLUMNS = "{text q.queue}, {text q.item}, q.due_at, q.attempts";

  private static final String DUE =
      "SELECT "
          + COLUMNS
          + """
           FROM queue q
          WHERE q.queue = :queue AND q.due_at <= :at
          ORDER BY q.due_at, q.item
          LIMIT :limit
          """;

  private static final String FIND =
      "SELECT " + COLUMNS + " FROM queue q WHERE q.queue = :queue AND q.item {in items}";

  private static final String COUNT = "SELECT COUNT(*) FROM queue q WHERE q.queue = :queue";

  private static final String FIGURES =
      """
      SELECT {text q.queue} AS name, count(*), min(q.due_at),
        count(CASE WHEN q.attempts > 0 THEN 1 END), CAST(sum(q.attempts) AS bigint)
      FROM queue q
      GROUP BY 1
      """;

  private static final String PUT =
      """
      INSERT INTO queue ({columns queue}, {columns item}, due_at, attempts, row_hash)
      {queued}
      ON CONFLICT (item, queue) DO UPDATE
      SET due_at = excluded.due_at, attempts = excluded.attempts, row_hash = excluded.row_hash
      """;

  private static final String FINISH =
      "DELETE FROM queue WHERE queue = ? AND item = ? AND due_at = ? AND attempts = ?";

  private static final String REMOVE_ITEM = "DELETE FROM queue WHERE item = ?";

  private QueueTable() {}

  /** The first rows of a queue that are due. */
  public static List<QueueRow> due(ReadTransaction rows, String queue, Instant at, int limit)
      throws SQLException {
    Dialect dialect = rows.dialect();
    return rows.all(
        row -> read(row, dialect),
        DUE,
        Map.of("queue", dialect.key(queue), "at", Timestamps.toEpochMicros(at), "limit", limit));
  }

  /** The rows of a queue about some items. */
  public static List<QueueRow> find(ReadTransaction rows, String queue, Collection<String> items)
      throws SQLException {
    Dialect dialect = rows.dialect();
    List<String> keys =
        items.stream().map(item -> dialect.key(dialect.cipher().item(item))).toList();
    return rows.all(
        row -> read(row, dialect),
        FIND,
        Map.of("queue", dialect.key(queue), "items", dialect.texts(keys)));
  }

  /** How many rows a queue has. */
  public static long count(ReadTransaction rows, String queue) throws SQLException {
    return rows.all(row -> row.getLong(1), COUNT, Map.of("queue", rows.dialect().key(queue)))
        .get(0);
  }

  /** What waits in each queue, by name. */
  public static List<QueueLoad> figures(ReadTransaction rows) throws SQLException {
    Dialect dialect = rows.dialect();
    return rows
        .all(
            row ->
                new QueueLoad(
                    dialect.plain(row.getString(1)),
                    row.getLong(2),
                    Timestamps.ofEpochMicros(row.getLong(3)),
                    row.getLong(4),
                    row.getLong(5)),
            FIGURES,
            Map.of())
        .stream()
        .sorted(Comparator.comparing(QueueLoad::queue))
        .toList();
  }

  public static QueueRow read(ResultSet row, Dialect dialect) throws SQLException {
    return new QueueRow(
        dialect.plain(row.getString(1)),
        dialect.cipher().ofItem(dialect.plain(row.getString(2))),
        Timestamps.ofEpochMicros(row.getLong(3)),
        row.getInt(4));
  }

  public static void put(WriteTransaction sql, QueueRow row) throws SQLException {
    Dialect dialect = sql.dialect();
    @Nullable Object[] columns =
        WriteTransaction.flat(
            dialect.columns(row.queue()),
            dialect.columns(dialect.cipher().item(row.item())),
            Timestamps.toEpochMicros(row.dueAt()),
            (long) row.attempts());
    sql.row(
        WriteGroup.QUEUE, PUT, WriteTransaction.flat(Arrays.asList(columns), RowHash.of(columns)));
  }

  public static void finish(WriteTransaction sql, QueueRow row) throws SQLException {
    Dialect dialect = sql.dialect();
    sql.expect(
        WriteGroup.QUEUE,
        () -> conflict(sql, row),
        FINISH,
        dialect.key(row.queue()),
        dialect.key(dialect.cipher().item(row.item())),
        Timestamps.toEpochMicros(row.dueAt()),
        row.attempts());
  }

  private static String conflict(WriteTransaction sql, QueueRow row) throws SQLException {
    return Conflict.of(
        "row " + row.item() + " of queue " + row.queue(),
        text(row),
        find(sql, row.queue(), List.of(row.item())).stream().findFirst().map(QueueTable::text));
  }

  private static String text(QueueRow row) {
    return "due " + row.dueAt() + " after " + row.attempts() + " attempts";
  }

  public static void removeItem(WriteTransaction sql, String id) throws SQLException {
    sql.later(WriteGroup.QUEUE, REMOVE_ITEM, sql.dialect().key(id));
  }
}
