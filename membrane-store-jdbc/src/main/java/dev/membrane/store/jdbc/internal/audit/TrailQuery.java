package dev.membrane.store.jdbc.internal.audit;

import dev.membrane.schema.Sensitivity;
import dev.membrane.schema.ValidationException;
import dev.membrane.spi.store.AuditTrail;
import dev.membrane.spi.store.AuditTrail.AuditLink;
import dev.membrane.spi.store.UnreadableRecordException;
import dev.membrane.store.jdbc.crypto.DecryptionException;
import dev.membrane.store.jdbc.internal.dialect.Dialect;
import dev.membrane.store.jdbc.internal.dialect.ReadTransaction;
import dev.membrane.store.jdbc.internal.history.RecordQuery;
import dev.membrane.store.jdbc.internal.history.RecordQuery.FoundRecord;
import dev.membrane.store.jdbc.internal.row.Documents;
import dev.membrane.store.jdbc.internal.row.RecordRow;
import dev.membrane.store.jdbc.internal.table.AuditRow;
import dev.membrane.store.jdbc.internal.table.HeaderQuery;
import dev.membrane.store.jdbc.internal.table.LoggedEntry;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Reads audit trails, with three statements however many there are. */
public final class TrailQuery {

  private static final String COLUMNS = "rid, id, {text id}, scope, level, ";

  private static final String OF =
      """
      SELECT <columns> TRUE, nonce FROM memory WHERE id {in ids}
      UNION ALL
      SELECT <columns> FALSE, '' FROM tombstone WHERE id {in ids}
      """
          .replace("<columns>", COLUMNS);

  private static final String PAGE = pageBy("id");

  private static final String BY_ARRIVAL = pageBy("rid");

  private static final String LINKS =
      """
      SELECT <columns> FROM audit a
      WHERE a.rid {in rids}
      ORDER BY a.rid, a.seq
      """
          .replace("<columns>", AuditRow.COLUMNS);

  private static final FoundRecord NOTHING = new FoundRecord(null, null, false);

  private record TrailPlace(
      long rid, String key, String id, String scope, int level, boolean isThere, String nonce) {}

  private static final TrailPlace BEFORE_ALL = new TrailPlace(0, "", "", "", 0, false, "");

  /**
   * A page of trails. The next page is found by the columns that order the trails, and not by the
   * id that a row shows: the id may have been altered, and a page could then lead back to itself.
   *
   * @param lastKey that of the id of the last of them; empty if there is none
   * @param lastRid the number of the last of them; 0 if there is none
   * @param there the ids of those of records that are there
   * @param erased the ids of those of records whose key was destroyed
   */
  public record TrailPage(
      List<AuditTrail> trails,
      String lastKey,
      long lastRid,
      List<String> there,
      Set<String> erased) {}

  private TrailQuery() {}

  private static String pageBy(String column) {
    return """
        SELECT * FROM (SELECT <columns> TRUE, nonce FROM memory
                       WHERE <by> > :after ORDER BY <by> LIMIT :limit) AS there
        UNION ALL
        SELECT * FROM (SELECT <columns> FALSE, '' FROM tombstone
                       WHERE <by> > :after ORDER BY <by> LIMIT :limit) AS deleted
        ORDER BY <by>
        LIMIT :limit
        """
        .replace("<columns>", COLUMNS)
        .replace("<by>", column);
  }

  /** The trails of some ids, in no order; those that were never used have none. */
  public static List<AuditTrail> of(ReadTransaction rows, Collection<String> ids)
      throws SQLException {
    return read(rows, OF, Map.of("ids", rows.dialect().keys(ids))).trails();
  }

  /** The trails whose keys follow; the empty one comes before all. */
  public static TrailPage page(ReadTransaction rows, String afterKey, int limit)
      throws SQLException {
    return read(rows, PAGE, Map.of("after", afterKey, "limit", limit));
  }

  /** The trails whose numbers follow, which are above 0. */
  public static TrailPage arrived(ReadTransaction rows, long afterRid, int limit)
      throws SQLException {
    return read(rows, BY_ARRIVAL, Map.of("after", afterRid, "limit", limit));
  }

  private static TrailPage read(ReadTransaction rows, String sql, Map<String, ?> values)
      throws SQLException {
    Dialect dialect = rows.dialect();
    List<TrailPlace> places = rows.all(row -> place(row, dialect), sql, values);
    Map<Long, List<AuditRow>> logs = logs(rows, places.stream().map(TrailPlace::rid).toList());
    List<String> there = places.stream().filter(TrailPlace::isThere).map(TrailPlace::id).toList();
    Map<String, FoundRecord> records = RecordQuery.readAny(rows, there, logs);
    List<AuditTrail> trails = new ArrayList<>();
    for (TrailPlace place : places) {
      FoundRecord record = records.getOrDefault(place.id(), NOTHING);
      trails.add(trail(place, record, logs.getOrDefault(place.rid(), List.of())));
    }
    records.values().removeIf(record -> !record.isErased());
    TrailPlace last = places.isEmpty() ? BEFORE_ALL : places.get(places.size() - 1);
    return new TrailPage(trails, last.key(), last.rid(), there, records.keySet());
  }

  /** Whole logs, by rid, each in its order. */
  private static Map<Long, List<AuditRow>> logs(ReadTransaction rows, Collection<Long> rids)
      throws SQLException {
    Dialect dialect = rows.dialect();
    return rows
        .all(row -> AuditRow.of(row, dialect), LINKS, Map.of("rids", dialect.numbers(rids)))
        .stream()
        .collect(Collectors.groupingBy(AuditRow::rid));
  }

  /**
   * What comes after an entry that cannot be read, or is missing, has lost its place in the chain.
   */
  private static AuditTrail trail(TrailPlace place, FoundRecord record, List<AuditRow> log) {
    List<AuditLink> links = new ArrayList<>();
    @Nullable String damage = record.damage();
    if (place.level() < 0 || place.level() > Sensitivity.HYPER.level()) {
      damage = "its level " + place.level() + " is none";
    }
    try {
      for (AuditRow row : log) {
        links.add(row.link(links.size() + 1));
      }
    } catch (ValidationException unknown) {
      damage = "entry " + (links.size() + 1) + ": " + unknown.getMessage();
    }
    return new AuditTrail(
        place.id(),
        RecordRow.scopeOf(place.scope()),
        HeaderQuery.sensitivity(place.level()),
        damage == null ? record.stored() : null,
        damage,
        links,
        place.nonce());
  }

  private static TrailPlace place(ResultSet row, Dialect dialect) throws SQLException {
    String id = dialect.plain(row.getString(3));
    try {
      return new TrailPlace(
          row.getLong(1),
          row.getString(2),
          id,
          dialect.plainScope(row.getString(4)),
          row.getInt(5),
          row.getBoolean(6),
          dialect.plain(LoggedEntry.text(dialect.cipher(), Documents.NONCE, id, row.getString(7))));
    } catch (DecryptionException damaged) {
      throw new UnreadableRecordException(id, damaged);
    }
  }
}
