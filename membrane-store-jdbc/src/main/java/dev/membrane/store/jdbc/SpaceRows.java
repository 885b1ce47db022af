package dev.membrane.store.jdbc;

import dev.membrane.schema.MemoryType;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The spaces, lanes and pools of a store, and what they must be according to its records. */
final class SpaceRows {

  private final Dialect dialect;
  private final Map<Long, StoredSpace> spaces = new HashMap<>();
  private final Set<Lane> lanes = new HashSet<>();
  private final Map<Long, PoolCount> pools = new HashMap<>();
  private final Map<PoolKind, SpaceCounts> expected = new HashMap<>();

  private record SpaceRowKind(
      boolean whole, String scope, long level, String type, boolean retired, Lane lane) {}

  private record StoredSpace(SpaceRowKind kind, long pool) {}

  private record PoolKind(boolean whole, String scope, long level) {}

  private record SpaceCounts(long records, long length) {

    static final SpaceCounts NONE = new SpaceCounts(0, 0);

    SpaceCounts plus(SpaceCounts other) {
      return new SpaceCounts(records + other.records, length + other.length);
    }
  }

  private record PoolCount(PoolKind kind, SpaceCounts counts) {}

  SpaceRows(Dialect dialect) {
    this.dialect = dialect;
  }

  void lane(String curve, long halfLife) {
    lanes.add(new Lane(curve, halfLife));
  }

  void pool(long id, boolean whole, String scope, long level, long records, long length) {
    pools.put(
        id, new PoolCount(new PoolKind(whole, scope, level), new SpaceCounts(records, length)));
  }

  void space(long id, boolean whole, String scope, long level, StoredCheck.SpaceRow row) {
    Lane lane = new Lane(row.curve(), row.halfLife());
    SpaceRowKind kind = new SpaceRowKind(whole, scope, level, row.type(), row.retired(), lane);
    spaces.put(id, new StoredSpace(kind, row.pool()));
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
    SpaceCounts one = new SpaceCounts(1, row.length());
    expected.merge(poolOf(kindOf(row, false)), one, SpaceCounts::plus);
    if (!row.scope().isEmpty() && dialect.countsAllScopes()) {
      expected.merge(poolOf(kindOf(row, true)), one, SpaceCounts::plus);
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
    for (MemoryType type : MemoryType.values()) {
      if (type.wireName().equals(name)) {
        return true;
      }
    }
    return false;
  }

  /** Whether every pool counts its records, and there is one for each that is counted. */
  boolean areCounted() {
    Map<PoolKind, SpaceCounts> found = new HashMap<>();
    pools.values().forEach(pool -> found.merge(pool.kind(), pool.counts(), SpaceCounts::plus));
    found.values().removeIf(SpaceCounts.NONE::equals);
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
