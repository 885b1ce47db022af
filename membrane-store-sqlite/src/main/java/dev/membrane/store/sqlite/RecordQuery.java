package dev.membrane.store.sqlite;

import dev.membrane.schema.MemoryRecord;
import dev.membrane.schema.ValidationException;
import dev.membrane.schema.json.JsonWeight;
import dev.membrane.spi.Anchor;
import dev.membrane.spi.Stored;
import dev.membrane.spi.UnreadableRecordException;
import dev.membrane.store.sql.Documents;
import dev.membrane.store.sql.Micros;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.jdbi.v3.core.Handle;
import org.jspecify.annotations.Nullable;

/** Reads whole records: one statement, however many they are. */
final class RecordQuery {

  private static final String COLUMNS =
      "m.rid, m.id, m.version, m.s0, m.t0, m.updated_at, m.last_reinforced_at";

  private static final int DOC = 8;
  private static final int ENTRY = 9;

  private static final String BY_ID =
      """
      SELECT <columns>, d.doc
      FROM json_each(:ids) i
      CROSS JOIN memory m ON m.id = i.value
      CROSS JOIN document d ON d.rid = m.rid
      """
          .replace("<columns>", COLUMNS);

  /**
   * A row for each entry of the excerpt, or one without. The first entry's has the document; if
   * somebody took that entry away, all have.
   */
  private static final String WITH_EXCERPT =
      """
      SELECT <columns>, iif(octet_length(d.doc) > :heaviest
                            OR a.seq > 1 AND EXISTS (SELECT 1 FROM audit WHERE rid = m.rid AND seq = 1),
                            NULL, d.doc), <entry>
      FROM json_each(:ids) i
      CROSS JOIN memory m ON m.id = i.value
      CROSS JOIN document d ON d.rid = m.rid
      LEFT JOIN audit a ON a.rid = m.rid AND a.seq <= iif(m.audits <= :most, :most, :most / 2)
      UNION ALL
      SELECT <columns>, NULL, <entry>
      FROM json_each(:ids) i
      CROSS JOIN memory m ON m.id = i.value AND m.audits > :most
      CROSS JOIN audit a ON a.rid = m.rid AND a.seq > m.audits - :most / 2
      """
          .replace("<columns>", COLUMNS)
          .replace("<entry>", LoggedEntry.COLUMNS);

  private record Row(
      long rid,
      String id,
      long version,
      Anchor anchor,
      Instant updatedAt,
      Instant lastReinforcedAt,
      String doc) {}

  private record Line(long rid, @Nullable Row row, @Nullable LoggedEntry entry) {}

  private RecordQuery() {}

  /**
   * The records that exist, by id.
   *
   * @param heaviest the most that one may weigh; those that do not are not fetched, or not parsed
   * @throws UnreadableRecordException if what is stored of one of them is no record any more
   */
  static Map<String, Hydrated> read(Sql sql, Collection<String> ids, long heaviest)
      throws SQLException {
    Map<String, Row> rows = new HashMap<>();
    Map<Long, List<LoggedEntry>> excerpts = new HashMap<>();
    for (Line line :
        sql.all(
            RecordQuery::line,
            WITH_EXCERPT,
            heaviest,
            JsonTexts.distinct(ids),
            Stored.AUDIT_EXCERPT)) {
      if (line.row() != null && !JsonWeight.exceeds(line.row().doc(), heaviest)) {
        rows.put(line.row().id(), line.row());
      }
      if (line.entry() != null) {
        excerpts.computeIfAbsent(line.rid(), rid -> new ArrayList<>()).add(line.entry());
      }
    }
    excerpts.values().forEach(entries -> entries.sort(Comparator.comparingInt(LoggedEntry::seq)));
    Map<String, Hydrated> records = new HashMap<>();
    for (Row row : rows.values()) {
      Stored stored = stored(row, excerpts.getOrDefault(row.rid(), List.of()));
      records.put(row.id(), Hydrated.of(stored, row.doc()));
    }
    return records;
  }

  /** The records by id; of those that cannot be read the reason. */
  static Map<String, Found> readAny(
      Handle handle, Collection<String> ids, Map<Long, List<AuditRow>> logs) {
    Map<String, Found> all = new HashMap<>();
    for (Row row : rows(handle, ids)) {
      all.put(row.id(), found(row, excerpt(logs.getOrDefault(row.rid(), List.of()))));
    }
    return all;
  }

  /** A record, or why there is none where there should be. */
  record Found(@Nullable Stored stored, @Nullable String damage) {}

  private static Found found(Row row, List<LoggedEntry> excerpt) {
    try {
      return new Found(stored(row, excerpt), null);
    } catch (UnreadableRecordException damaged) {
      return new Found(null, damaged.reason());
    }
  }

  private static List<LoggedEntry> excerpt(List<AuditRow> log) {
    int half = Stored.AUDIT_EXCERPT / 2;
    boolean isWhole = log.size() <= Stored.AUDIT_EXCERPT;
    return IntStream.range(0, log.size())
        .filter(i -> isWhole || i < half || i >= log.size() - half)
        .mapToObj(i -> log.get(i).logged())
        .toList();
  }

  private static List<Row> rows(Handle handle, Collection<String> ids) {
    return handle
        .createQuery(BY_ID)
        .bind("ids", JsonTexts.distinct(ids))
        .map((row, context) -> row(row, row.getString(DOC)))
        .list();
  }

  private static Stored stored(Row row, List<LoggedEntry> log) {
    try {
      MemoryRecord record =
          Documents.read(
              row.doc(),
              row.anchor(),
              row.updatedAt(),
              row.lastReinforcedAt(),
              log.stream().map(LoggedEntry::entry).toList());
      String head = log.isEmpty() ? "" : log.get(log.size() - 1).hash();
      return new Stored(record, row.version(), row.anchor(), head);
    } catch (ValidationException damaged) {
      throw new UnreadableRecordException(row.id(), damaged);
    }
  }

  private static Line line(ResultSet row) throws SQLException {
    @Nullable String doc = row.getString(DOC);
    return new Line(
        row.getLong(1),
        doc == null ? null : row(row, doc),
        row.getObject(ENTRY) == null ? null : LoggedEntry.of(row, ENTRY));
  }

  private static Row row(ResultSet row, String doc) throws SQLException {
    return new Row(
        row.getLong(1),
        row.getString(2),
        row.getLong(3),
        new Anchor(row.getDouble(4), Micros.toInstant(row.getLong(5))),
        Micros.toInstant(row.getLong(6)),
        Micros.toInstant(row.getLong(7)),
        doc);
  }
}
