package dev.membrane.store.jdbc.internal.table;

import dev.membrane.schema.MemoryType;
import dev.membrane.store.jdbc.internal.row.RecordRow;
import dev.membrane.store.jdbc.internal.row.SalienceColumns;
import dev.membrane.store.jdbc.internal.session.WriteTransaction;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Finds the spaces that a record belongs to, and makes those that are new. For the writer. */
public final class Spaces {

  /**
   * Enough for the defaults and what an installation adds to them; every further half-life would
   * make every search ask one more index.
   */
  private static final int MAX_LANES = 16;

  private static final String FIND =
      """
      SELECT id FROM space
      WHERE whole = ? AND scope = ? AND level = ? AND type = ? AND retired = ? AND curve = ? AND half_life = ?
      """;

  private static final String ADD =
      """
      INSERT INTO space (whole, scope, level, type, retired, curve, half_life, pool)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?)
      RETURNING id
      """;

  private static final String ADD_LANE = "INSERT INTO lane (curve, half_life) VALUES (?, ?)";

  private final WriteTransaction sql;
  private final Pools pools;
  private final RecentIds<SpaceKind> recent = new RecentIds<>();
  private final Set<Lane> lanes = new HashSet<>();

  private record SpaceKind(
      boolean whole, String scope, int level, MemoryType type, boolean retired, Lane lane) {}

  public Spaces(WriteTransaction sql, Pools pools) {
    this.sql = sql;
    this.pools = pools;
  }

  /** Whether the records of this half-life and curve have a space of their own. */
  public boolean hasLane(SalienceColumns salience) throws SQLException {
    return !lane(salience).equals(Lane.NONE);
  }

  /** The space within the record's scope. */
  public long spaceOf(RecordRow row, SharedChanges shared) throws SQLException {
    return id(kind(row, false, row.scope()), shared);
  }

  /** The space of all scopes together; null if the record is in none. */
  public @Nullable Long wholeOf(RecordRow row, SharedChanges shared) throws SQLException {
    boolean isInOne = row.scope().isEmpty() || !sql.dialect().hasWholeSpaces();
    return isInOne ? null : (Long) id(kind(row, true, ""), shared);
  }

  /** What was looked up may have been rolled back. */
  public void forget() {
    recent.clear();
    lanes.clear();
  }

  private SpaceKind kind(RecordRow row, boolean whole, String scope) throws SQLException {
    return new SpaceKind(
        whole, scope, row.level(), row.type(), row.retired(), lane(row.salience()));
  }

  private long id(SpaceKind kind, SharedChanges shared) throws SQLException {
    return recent.idOf(kind, kind.whole(), sql, this::find, made -> add(made, shared));
  }

  private @Nullable Long find(SpaceKind kind) throws SQLException {
    return sql.first(row -> row.getLong(1), FIND, values(kind).toArray());
  }

  private @Nullable Long add(SpaceKind kind, SharedChanges shared) throws SQLException {
    String scope = sql.dialect().keyOfScope(kind.scope());
    shared
        .newSpaces()
        .add(new SharedChanges.NewSpace(kind.whole(), scope, kind.level(), kind.type()));
    List<Object> values = values(kind);
    values.add(pools.idOf(kind.whole(), kind.scope(), kind.level()));
    return sql.first(row -> row.getLong(1), ADD, values.toArray());
  }

  private List<Object> values(SpaceKind kind) {
    return new ArrayList<>(
        List.of(
            kind.whole(),
            sql.dialect().keyOfScope(kind.scope()),
            kind.level(),
            kind.type().wireName(),
            kind.retired(),
            kind.lane().curve(),
            kind.lane().halfLife()));
  }

  private Lane lane(SalienceColumns salience) throws SQLException {
    Lane lane = Lane.of(salience);
    if (isNew(lane)) {
      readLanes();
    }
    if (isNew(lane)) {
      sql.lockShared();
      readLanes();
    }
    if (isNew(lane)) {
      sql.update(ADD_LANE, lane.curve(), lane.halfLife());
      lanes.add(lane);
    }
    return lanes.contains(lane) ? lane : Lane.NONE;
  }

  private boolean isNew(Lane lane) {
    return !lanes.contains(lane) && lanes.size() < MAX_LANES;
  }

  private void readLanes() throws SQLException {
    lanes.addAll(Lane.all(sql));
  }
}
