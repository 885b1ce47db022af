package dev.membrane.store.jdbc.internal.history;

import dev.membrane.schema.AuditEntry;
import dev.membrane.schema.Timestamps;
import dev.membrane.spi.search.Filter;
import dev.membrane.spi.search.Visibility;
import dev.membrane.spi.store.History.PastRecord;
import dev.membrane.spi.store.StoredRecord;
import dev.membrane.store.jdbc.internal.dialect.Dialect;
import dev.membrane.store.jdbc.internal.dialect.ReadTransaction;
import dev.membrane.store.jdbc.internal.filter.Space;
import dev.membrane.store.jdbc.internal.filter.Space.By;
import dev.membrane.store.jdbc.internal.search.VisibleSpaces;
import dev.membrane.store.jdbc.internal.table.HeaderQuery;
import dev.membrane.store.jdbc.internal.table.LoggedEntry;
import dev.membrane.store.jdbc.internal.table.NextRecords;
import dev.membrane.store.jdbc.internal.table.RecordNumbers;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;

/**
 * Finds the records that were there at an instant: some of those that are there, some of those
 * gone.
 */
public record HistoryQuery(ReadTransaction rows, Instant at) {

  /** How many records are looked at together, at most. */
  private static final int PAGE = 256;

  /** How many characters of documents and deltas are read together, those of one record aside. */
  private static final long LARGEST = 1L << 20;

  private static final String GONE =
      """
      SELECT g.rid FROM (
        SELECT t.rid, t.level FROM {list scopes} {join} tombstone t ON t.scope = scopes.value
        WHERE :all = 0 AND t.rid > :after AND t.rid <= :last
        UNION ALL
        SELECT t.rid, t.level FROM tombstone t
        WHERE :all = 1 AND t.rid > :after AND t.rid <= :last) g
      WHERE g.level <= :most
        AND EXISTS (SELECT 1 FROM version v WHERE v.rid = g.rid AND v.until > :at)
      ORDER BY g.rid LIMIT :limit
      """;

  /** What {@link FormerStates} reads; a state takes memory besides its delta. */
  private static final String SIZES =
      FormerState.KNOWN
          + """
          SELECT k.rid,
            coalesce((SELECT octet_length(d.doc) FROM document d WHERE d.rid = k.rid), 0)
            + coalesce((SELECT sum(64 + octet_length(v.delta)) FROM version v
                        WHERE v.rid = k.rid AND v.version >= k.version
                          AND v.delta IS NOT NULL), 0)
          FROM known k
          ORDER BY k.rid
          """;

  /** More than a log has entries: a number of a record and one of an entry fit into one. */
  private static final long MAX_ENTRIES = 1L << 24;

  private static final String EXCERPTS =
      """
      SELECT a.rid, <entry>
      FROM (SELECT ends.value / <most> AS rid, ends.value % <most> AS size FROM {list ends}) x
      {join} audit a ON a.rid = x.rid
      WHERE a.seq <= x.size
        AND (x.size <= :most OR a.seq <= :most / 2 OR a.seq > x.size - :most / 2)
      """
          .replace("<most>", String.valueOf(MAX_ENTRIES))
          .replace("<entry>", LoggedEntry.COLUMNS);

  /** Those that were there, of the first numbers after a number that have any. */
  public List<PastRecord> present(Visibility visibility, long after) throws SQLException {
    return page(after, last -> next(visibility, last), few -> new FormerStates(rows, few).at(at));
  }

  public List<PastRecord> present(Collection<String> ids) throws SQLException {
    return of(ids, few -> logged(new FormerStates(rows, few).at(at)));
  }

  /** Those that are gone, in their last states, of the first numbers that have any. */
  public List<PastRecord> pruned(Visibility visibility, long after) throws SQLException {
    return page(
        after,
        last -> gone(visibility, visibility.ceiling().level(), last, Long.MAX_VALUE),
        few -> new FormerStates(rows, few).last());
  }

  public List<PastRecord> pruned(Collection<String> ids) throws SQLException {
    return of(ids, few -> new FormerStates(rows, few).last());
  }

  /** The numbers of records that come next. */
  @FunctionalInterface
  private interface NextNumbers {
    List<Long> after(long last) throws SQLException;
  }

  /** The states of records, by their numbers. */
  @FunctionalInterface
  private interface StateReader {
    List<PastRecord> of(List<Long> rids) throws SQLException;
  }

  private List<PastRecord> page(long after, NextNumbers next, StateReader states)
      throws SQLException {
    List<Long> rids = next.after(after);
    while (!rids.isEmpty()) {
      List<Long> few = few(rids);
      List<PastRecord> found = states.of(few);
      if (!found.isEmpty()) {
        return found;
      }
      rids = next.after(few.get(few.size() - 1));
    }
    return List.of();
  }

  private List<PastRecord> of(Collection<String> ids, StateReader states) throws SQLException {
    List<PastRecord> found = new ArrayList<>();
    List<Long> rest = List.copyOf(RecordNumbers.of(rows, ids).keySet());
    while (!rest.isEmpty()) {
      List<Long> few = few(rest.subList(0, Math.min(PAGE, rest.size())));
      found.addAll(states.of(few));
      rest = rest.subList(few.size(), rest.size());
    }
    return found;
  }

  /** With the excerpts of their logs. */
  private List<PastRecord> logged(List<PastRecord> found) throws SQLException {
    List<Long> ends =
        found.stream().map(past -> past.arrival() * MAX_ENTRIES + past.entries()).toList();
    Map<Long, List<LoggedEntry>> logs = new HashMap<>();
    rows.each(
        row ->
            logs.computeIfAbsent(row.getLong(1), rid -> new ArrayList<>())
                .add(LoggedEntry.of(row, 2, rows.dialect())),
        EXCERPTS,
        Map.of("ends", rows.dialect().numbers(ends), "most", StoredRecord.AUDIT_EXCERPT));
    return found.stream()
        .map(past -> with(past, logs.getOrDefault(past.arrival(), List.of())))
        .toList();
  }

  private static PastRecord with(PastRecord past, List<LoggedEntry> log) {
    StoredRecord stored = past.stored();
    List<AuditEntry> entries =
        log.stream()
            .sorted(Comparator.comparingInt(LoggedEntry::seq))
            .map(LoggedEntry::entry)
            .toList();
    return new PastRecord(
        new StoredRecord(
            stored.record().withAuditLog(entries), stored.version(), stored.anchor(), ""),
        past.entries(),
        past.terms(),
        past.arrival(),
        past.scope(),
        past.sensitivity(),
        past.bytes());
  }

  private List<Long> next(Visibility visibility, long after) throws SQLException {
    Dialect dialect = rows.dialect();
    TreeSet<Long> rids = new TreeSet<>();
    Filter all = Filter.ofAll(visibility, at).withRedacted(true);
    VisibleSpaces spaces = VisibleSpaces.of(rows, all);
    List<Space> seen = new ArrayList<>(spaces.full());
    seen.addAll(spaces.redacted());
    for (Map.Entry<By, List<Space>> named : Space.byColumn(seen).entrySet()) {
      String sql =
          NextRecords.query(dialect, visibility, named.getKey(), named.getValue().size(), PAGE);
      Object ids = dialect.numbers(Space.ids(named.getValue()));
      rids.addAll(
          rows.all(
              row -> row.getLong(2),
              sql.replace("<conditions>", ""),
              Map.of("spaces", ids, "after", after, "limit", PAGE)));
    }
    long last = rids.size() < PAGE ? Long.MAX_VALUE : rids.last();
    rids.addAll(gone(visibility, visibility.ceiling().level() + 1, after, last));
    return rids.stream().limit(PAGE).toList();
  }

  /** Looks only between two places, since a page of those present may end before most of these. */
  private List<Long> gone(Visibility visibility, int most, long after, long last)
      throws SQLException {
    Map<String, Object> values = HeaderQuery.seen(rows.dialect(), visibility);
    values.put("most", most);
    values.put("after", after);
    values.put("last", last);
    values.put("at", Timestamps.toEpochMicros(at));
    values.put("limit", PAGE);
    return rows.all(row -> row.getLong(1), GONE, values);
  }

  private List<Long> few(List<Long> rids) throws SQLException {
    List<Long> few = new ArrayList<>();
    long[] size = new long[1];
    rows.until(
        row -> {
          size[0] += row.getLong(2);
          if (few.isEmpty() || size[0] <= LARGEST) {
            few.add(row.getLong(1));
          }
          return size[0] > LARGEST;
        },
        SIZES,
        Map.of("rids", rows.dialect().numbers(rids), "at", Timestamps.toEpochMicros(at)));
    return few;
  }
}
