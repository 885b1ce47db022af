package dev.membrane.store.jdbc;

import dev.membrane.spi.History;
import dev.membrane.spi.PastRecord;
import dev.membrane.spi.RecordVersion;
import dev.membrane.spi.Visibility;
import java.sql.SQLException;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The former states of a relational store. */
record JdbcHistory(JdbcReader reader) implements History {

  private static final String RID =
      """
      SELECT m.rid FROM memory m WHERE m.id = :id
      UNION ALL SELECT t.rid FROM tombstone t WHERE t.id = :id
      """;

  private static final String OLDEST_END = "SELECT min(until) FROM version";

  @Override
  public List<PastRecord> at(Instant at, Visibility visibility, long after) {
    return reader.read(rows -> new HistoryQuery(rows, at).page(visibility, after));
  }

  @Override
  public List<PastRecord> at(Instant at, Collection<String> ids) {
    return reader.read(rows -> new HistoryQuery(rows, at).of(List.copyOf(ids)));
  }

  @Override
  public List<RecordVersion> versions(String id, long after, int limit) {
    return reader.read(
        rows -> {
          List<Long> rids = rids(rows, id);
          List<PresentState> found = PresentState.of(rows, rids);
          return found.isEmpty()
              ? List.of()
              : new VersionsQuery(rows, found.get(0)).after(after, limit);
        });
  }

  /** Every version has ended after that instant. */
  @Override
  public List<PastRecord> pruned(Visibility visibility, long after) {
    return reader.read(rows -> new HistoryQuery(rows, Instant.EPOCH).pruned(visibility, after));
  }

  @Override
  public List<PastRecord> pruned(Collection<String> ids) {
    return reader.read(rows -> new HistoryQuery(rows, Instant.EPOCH).pruned(List.copyOf(ids)));
  }

  private static List<Long> rids(Rows rows, String id) throws SQLException {
    return rows.all(row -> row.getLong(1), RID, Map.of("id", rows.dialect().key(id)));
  }

  @Override
  public Optional<Instant> oldestEnd() {
    return reader.read(
        rows ->
            rows
                .all(row -> Optional.ofNullable(Nullables.number(row, 1)), OLDEST_END, Map.of())
                .stream()
                .flatMap(Optional::stream)
                .map(Micros::toInstant)
                .findFirst());
  }
}
