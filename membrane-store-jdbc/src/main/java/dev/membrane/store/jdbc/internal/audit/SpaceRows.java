package dev.membrane.store.jdbc.internal.audit;

import dev.membrane.schema.MemoryType;
import dev.membrane.store.jdbc.internal.dialect.Dialect;
import dev.membrane.store.jdbc.internal.dialect.ReadTransaction;
import dev.membrane.store.jdbc.internal.row.RecordRow;
import dev.membrane.store.jdbc.internal.row.SalienceColumns;
import dev.membrane.store.jdbc.internal.table.Lane;
import dev.membrane.store.jdbc.internal.table.SharedChanges.PoolDelta;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The spaces, lanes and pools of a store, and what they must be according to its records. */
final class SpaceRows {

  // What has anything but 0 or 1 where truth stands is no row that the store would find.
  private static final String POOLS =
      "SELECT id, whole, scope, level, records, length FROM pool WHERE {truth whole}";

  private static final String SPACES =
      """
      SELECT id, whole, scope, level, type, retired, curve, half_life, pool FROM space
      WHERE {truth whole} AND {truth retired}
      """;

  private static final PoolDelta NOTHING = new PoolDelta(0, 0);

  private final Dialect dialect;
  private final Map<Long, StoredSpace> spaces = new HashMap<>();
  private final Set<Lane> lanes = new HashSet<>();
  private final Map<Long, PoolCount> pools = new HashMap<>();
  private final Map<PoolKind, PoolDelta> expected = new HashMap<>();

  private record SpaceRowKind(
      boolean whole, String scope, long level, String type, boolean retired, Lane lane) {}

  private record StoredSpace(SpaceRowKind kind, long pool) {}

  private record PoolKind(boolean whole, String scope, long level) {}

  private record PoolCount(PoolKind kind, PoolDelta counts) {}

  SpaceRows(Dialect dialect) {
    this.dialect = dialect;
  }

  void read(ReadTransaction rows) throws SQLException {
    lanes.addAll(Lane.all(rows));
    rows.each(row -> pools.put(row.getLong(1), pool(row)), POOLS);
    rows.each(row -> spaces.put(row.getLong(1), space(row)), SPACES);
  }

  private static PoolCount pool(ResultSet row) throws SQLException {
    return new PoolCount(
        new PoolKind(row.getBoolean(2), row.getString(3), row.getLong(4)),
        new PoolDelta(row.getLong(5), row.getLong(6)));
  }

  private static StoredSpace space(ResultSet row) throws SQLException {
    return new StoredSpace(
        new SpaceRowKind(
            row.getBoolean(2),
            row.getString(3),
            row.getLong(4),
            row.getString(5),
            row.getBoolean(6),
            new Lane(row.getString(7), row.getLong(8))),
        row.getLong(9));
  }

  boolean hasLane(SalienceColumns salience) {
    return lanes.contains(Lane.of(salience));
  }

  /** Whether a space is the one of a record. */
  boolean isSpaceOf(RecordRow row, @Nullable Long space, boolean whole) {
    if (whole && (row.scope().isEmpty() || !dialect.hasWholeSpaces())) {
      return space == null;
    }
    StoredSpace found = space == null ? null : spaces.get(space);
    return found != null && found.kind().equals(kindOf(row, whole));
  }

  /** The pool of a space; null if there is no such space. */
  @Nullable Long poolOf(@Nullable Long space) {
    StoredSpace found = space == null ? null : spaces.get(space);
    return found == null ? null : (Long) found.pool();
  }

  void count(RecordRow row) {
    PoolDelta one = new PoolDelta(1, row.length());
    expected.merge(poolOf(kindOf(row, false)), one, PoolDelta::plus);
    if (!row.scope().isEmpty() && dialect.countsAllScopes()) {
      expected.merge(poolOf(kindOf(row, true)), one, PoolDelta::plus);
    }
  }

  /** Whether a pool is that of a scope and level. */
  boolean isPoolOf(long id, String scope, long level) {
    PoolCount pool = pools.get(id);
    return pool != null
        && pool.kind().equals(new PoolKind(false, dialect.keyOfScope(scope), level));
  }

  /** Whether every space has the pool of its kind, and a lane that there is. */
  boolean areWhole() {
    return spaces.values().stream().allMatch(this::isWhole);
  }

  private boolean isWhole(StoredSpace space) {
    PoolCount pool = pools.get(space.pool());
    Lane lane = space.kind().lane();
    boolean isKnown = lane.equals(Lane.NONE) || lanes.contains(lane);
    return isKnown
        && isType(space.kind().type())
        && pool != null
        && pool.kind().equals(poolOf(space.kind()));
  }

  private static boolean isType(String name) {
    return Arrays.stream(MemoryType.values()).anyMatch(type -> type.wireName().equals(name));
  }

  /** Whether every pool counts its records, and there is one for each that is counted. */
  boolean areCounted() {
    Map<PoolKind, PoolDelta> found = new HashMap<>();
    pools.values().forEach(pool -> found.merge(pool.kind(), pool.counts(), PoolDelta::plus));
    found.values().removeIf(NOTHING::equals);
    return found.equals(expected);
  }

  private SpaceRowKind kindOf(RecordRow row, boolean whole) {
    Lane lane = Lane.of(row.salience());
    return new SpaceRowKind(
        whole,
        whole ? "" : dialect.keyOfScope(row.scope()),
        row.level(),
        row.type().wireName(),
        row.retired(),
        lanes.contains(lane) ? lane : Lane.NONE);
  }

  private static PoolKind poolOf(SpaceRowKind kind) {
    return new PoolKind(kind.whole(), kind.scope(), kind.level());
  }
}
