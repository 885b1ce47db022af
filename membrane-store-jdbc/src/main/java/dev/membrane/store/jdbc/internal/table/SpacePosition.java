package dev.membrane.store.jdbc.internal.table;

import dev.membrane.store.jdbc.internal.dialect.Dialect;
import dev.membrane.store.jdbc.internal.filter.RecordOrder;
import dev.membrane.store.jdbc.internal.row.Nullables;
import dev.membrane.store.jdbc.internal.row.RecordRow;
import dev.membrane.store.jdbc.internal.row.SalienceColumns;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The values that order a record within its spaces. The lists of its tags repeat them. */
public record SpacePosition(
    long rid,
    String id,
    long space,
    @Nullable Long whole,
    @Nullable Double rankKey,
    @Nullable Double drift,
    @Nullable Double rest,
    long t0,
    double log2S0,
    long createdAt) {

  /** What {@link #of} reads. */
  public static final String COLUMNS =
      "rid, {text id}, space, whole, rank_key, drift, rest, t0, log2_s0, created_at";

  /** The record's one or two spaces. */
  public List<Long> spaces() {
    return whole == null ? List.of(space) : List.of(space, whole);
  }

  /** The values of an order's columns; null if the record has no place in it. */
  public @Nullable List<Object> keys(RecordOrder order) {
    if (order.equals(RecordOrder.RANK)) {
      return rankKey == null ? null : List.of(rankKey, t0, log2S0, createdAt, id);
    }
    if (order.equals(RecordOrder.REST)) {
      return rest == null ? null : List.of(rest, createdAt, id);
    }
    return drift == null ? null : List.of(drift, t0, createdAt, id);
  }

  /** Where a record stands by its row. */
  public static SpacePosition of(
      long rid, RecordRow row, long space, @Nullable Long whole, boolean hasLane) {
    SalienceColumns salience = row.salience();
    return new SpacePosition(
        rid,
        row.id(),
        space,
        whole,
        salience.rankKey(hasLane),
        salience.drift(hasLane),
        salience.rest(),
        salience.t0(),
        salience.log2S0(),
        row.createdAt());
  }

  public static SpacePosition of(ResultSet row, Dialect dialect) throws SQLException {
    return new SpacePosition(
        row.getLong(1),
        dialect.plain(row.getString(2)),
        row.getLong(3),
        Nullables.number(row, 4),
        Nullables.real(row, 5),
        Nullables.real(row, 6),
        Nullables.real(row, 7),
        row.getLong(8),
        row.getDouble(9),
        row.getLong(10));
  }
}
