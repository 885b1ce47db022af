package dev.membrane.store.postgres;

import dev.membrane.schema.Sensitivity;
import dev.membrane.schema.ValidationException;
import dev.membrane.spi.AuditLink;
import dev.membrane.spi.AuditTrail;
import dev.membrane.store.postgres.RecordQuery.Found;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.statement.Query;
import org.jspecify.annotations.Nullable;

/** Reads audit trails: three statements, however many they are. */
final class TrailQuery {

  private static final String COLUMNS = "rid, id, long_id, scope, level, ";

  private static final String ONE =
      """
      SELECT <columns> TRUE, nonce FROM memory WHERE id = :id
      UNION ALL
      SELECT <columns> FALSE, '' FROM tombstone WHERE id = :id
      """
          .replace("<columns>", COLUMNS);

  private static final String PAGE =
      """
      (SELECT <columns> TRUE, nonce FROM memory WHERE id > :after ORDER BY id LIMIT :limit)
      UNION ALL
      (SELECT <columns> FALSE, '' FROM tombstone WHERE id > :after ORDER BY id LIMIT :limit)
      ORDER BY id
      LIMIT :limit
      """
          .replace("<columns>", COLUMNS);

  /** In the order of arrival. */
  private static final String RECORDS =
      """
      SELECT <columns> TRUE, nonce FROM memory
      WHERE rid > coalesce((SELECT rid FROM memory WHERE id = :after), 0)
      ORDER BY rid LIMIT :limit
      """
          .replace("<columns>", COLUMNS);

  private static final String TOMBSTONES =
      """
      SELECT <columns> FALSE, '' FROM tombstone
      WHERE rid > coalesce((SELECT rid FROM tombstone WHERE id = :after), 0)
      ORDER BY rid LIMIT :limit
      """
          .replace("<columns>", COLUMNS);

  private static final Found NOTHING = new Found(null, null);

  private record Place(
      long rid, String id, String scope, int level, boolean isThere, String nonce) {}

  private TrailQuery() {}

  /** The trail of an id; none if it was never used. */
  static List<AuditTrail> one(Handle handle, String id) {
    return trails(handle, handle.createQuery(ONE).bind("id", Texts.key(id)));
  }

  /** The trails of the ids that follow. */
  static List<AuditTrail> page(Handle handle, String after, int limit) {
    return after(handle, PAGE, after, limit);
  }

  /** The trails of the records that arrived after one; empty: after none. */
  static List<AuditTrail> records(Handle handle, String after, int limit) {
    return after(handle, RECORDS, after, limit);
  }

  /** What stays of records that were deleted, after one of them; empty: from the first. */
  static List<AuditTrail> tombstones(Handle handle, String after, int limit) {
    return after(handle, TOMBSTONES, after, limit);
  }

  private static List<AuditTrail> after(Handle handle, String sql, String after, int limit) {
    return trails(
        handle, handle.createQuery(sql).bind("after", Texts.key(after)).bind("limit", limit));
  }

  private static List<AuditTrail> trails(Handle handle, Query query) {
    List<Place> places = query.map((row, context) -> place(row)).list();
    Map<Long, List<AuditRow>> logs =
        AuditTable.logs(handle, places.stream().map(Place::rid).toList());
    List<String> there = places.stream().filter(Place::isThere).map(Place::id).toList();
    Map<String, Found> records = RecordQuery.readAny(handle, there, logs);
    return places.stream()
        .map(
            place ->
                trail(
                    place,
                    records.getOrDefault(place.id(), NOTHING),
                    logs.getOrDefault(place.rid(), List.of())))
        .toList();
  }

  /**
   * What comes after an entry that cannot be read, or is missing, has lost its place in the chain.
   */
  private static AuditTrail trail(Place place, Found record, List<AuditRow> log) {
    List<AuditLink> links = new ArrayList<>();
    @Nullable String damage = record.damage();
    try {
      for (AuditRow row : log) {
        links.add(row.link(links.size() + 1));
      }
    } catch (ValidationException unknown) {
      damage = "entry " + (links.size() + 1) + ": " + unknown.getMessage();
    }
    return new AuditTrail(
        place.id(),
        place.scope().isEmpty() ? null : place.scope(),
        level(place.level()),
        damage == null ? record.stored() : null,
        damage,
        links,
        place.nonce());
  }

  private static Sensitivity level(int level) {
    return Arrays.stream(Sensitivity.values())
        .filter(sensitivity -> sensitivity.level() == level)
        .findFirst()
        .orElse(Sensitivity.HYPER);
  }

  private static Place place(ResultSet row) throws SQLException {
    return new Place(
        row.getLong(1),
        Texts.whole(row.getString(2), row.getString(3)),
        Texts.plain(row.getString(4)),
        row.getInt(5),
        row.getBoolean(6),
        Texts.plain(row.getString(7)));
  }
}
