package dev.membrane.store.jdbc.internal.query;

import dev.membrane.schema.Timestamps;
import dev.membrane.spi.commit.Changeset.KeptRun;
import dev.membrane.spi.commit.Key;
import dev.membrane.spi.search.Visibility;
import dev.membrane.spi.store.History;
import dev.membrane.spi.store.History.PastRecord;
import dev.membrane.spi.store.History.RecordVersion;
import dev.membrane.spi.store.StoredRecord;
import dev.membrane.spi.store.Vector;
import dev.membrane.store.jdbc.internal.history.FormerContents;
import dev.membrane.store.jdbc.internal.history.FormerVectors;
import dev.membrane.store.jdbc.internal.history.HistoryQuery;
import dev.membrane.store.jdbc.internal.history.PresentState;
import dev.membrane.store.jdbc.internal.history.VersionsQuery;
import dev.membrane.store.jdbc.internal.row.Nullables;
import dev.membrane.store.jdbc.internal.runs.FormerRuns;
import dev.membrane.store.jdbc.internal.table.FormerKeys;
import dev.membrane.store.jdbc.internal.table.HeaderQuery;
import dev.membrane.store.jdbc.internal.table.RecordNumbers;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** The former states of a relational store. */
record JdbcHistory(JdbcReader reader) implements History {

  /** Each half is limited, so that a page does not look at all records after it. */
  private static final String REVISED =
      """
      SELECT r.rid, r.id FROM (
        SELECT * FROM (
          SELECT m.rid, {text m.id} AS id FROM memory m
          WHERE m.rid > :after AND m.type <> 'episodic'
            AND m.level <= :most AND (:all = 1 OR m.scope {in scopes})
            AND EXISTS (
              SELECT 1 FROM version v
              WHERE v.rid = m.rid AND v.delta IS NOT NULL AND v.delta <> '!')
          ORDER BY m.rid LIMIT :limit) here
        UNION ALL
        SELECT * FROM (
          SELECT t.rid, {text t.id} AS id FROM tombstone t
          WHERE t.rid > :after
            AND t.level <= :most AND (:all = 1 OR t.scope {in scopes})
            AND EXISTS (
              SELECT 1 FROM version v
              WHERE v.rid = t.rid AND v.delta IS NOT NULL AND v.delta <> '!')
          ORDER BY t.rid LIMIT :limit) gone) r
      ORDER BY r.rid LIMIT :limit
      """;

  private static final String OLDEST_END =
      """
      SELECT min(ends.until) FROM (
        SELECT min(v.until) AS until FROM version v
        UNION ALL SELECT min(f.until) FROM former_vector f
        UNION ALL SELECT min(k.until) FROM former_key k
        UNION ALL SELECT min(r.until) FROM former_run r) ends
      """;

  @Override
  public List<PastRecord> at(Instant at, Visibility visibility, long after) {
    return reader.read(rows -> new HistoryQuery(rows, at).present(visibility, after));
  }

  @Override
  public List<PastRecord> at(Instant at, Collection<String> ids) {
    return reader.read(rows -> new HistoryQuery(rows, at).present(ids));
  }

  @Override
  public Map<String, Double> cosines(
      Instant at, String model, Vector vector, Collection<String> ids) {
    return reader.read(rows -> FormerVectors.cosines(rows, at, model, vector, ids));
  }

  @Override
  public List<RecordVersion> versions(String id, long after, int limit) {
    return reader.read(
        rows -> {
          List<Long> rids = List.copyOf(RecordNumbers.of(rows, List.of(id)).keySet());
          List<PresentState> found = PresentState.of(rows, rids);
          return found.isEmpty()
              ? List.of()
              : new VersionsQuery(rows, found.get(0)).after(after, limit);
        });
  }

  @Override
  public Map<String, List<StoredRecord>> contents(Collection<String> ids) {
    return reader.read(rows -> new FormerContents(rows).ofFirst(ids));
  }

  /** Every version has ended after that instant. */
  @Override
  public List<PastRecord> pruned(Visibility visibility, long after) {
    return reader.read(rows -> new HistoryQuery(rows, Instant.EPOCH).pruned(visibility, after));
  }

  @Override
  public List<PastRecord> pruned(Collection<String> ids) {
    return reader.read(rows -> new HistoryQuery(rows, Instant.EPOCH).pruned(ids));
  }

  @Override
  public SortedMap<Long, String> revised(Visibility visibility, long after, int limit) {
    return reader.read(
        rows -> {
          Map<String, Object> values = HeaderQuery.seen(rows.dialect(), visibility);
          values.put("after", after);
          values.put("limit", limit);
          SortedMap<Long, String> found = new TreeMap<>();
          rows.each(
              row -> found.put(row.getLong(1), rows.dialect().plain(row.getString(2))),
              REVISED,
              values);
          return found;
        });
  }

  @Override
  public List<Key> keys(Instant at, Collection<String> names) {
    return reader.read(rows -> FormerKeys.at(rows, at, names));
  }

  @Override
  public List<KeptRun> runs(Instant at, Visibility visibility, @Nullable KeptRun after, int limit) {
    return reader.read(rows -> FormerRuns.latest(rows, at, visibility, after, limit));
  }

  @Override
  public List<KeptRun> runs(Instant at, Collection<String> ids) {
    return reader.read(rows -> FormerRuns.at(rows, at, ids));
  }

  @Override
  public Optional<Instant> oldestEnd() {
    return reader.read(
        rows ->
            rows
                .all(row -> Optional.ofNullable(Nullables.number(row, 1)), OLDEST_END, Map.of())
                .stream()
                .flatMap(Optional::stream)
                .map(Timestamps::ofEpochMicros)
                .findFirst());
  }
}
