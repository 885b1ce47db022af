package dev.membrane.store.jdbc;

import java.sql.ResultSet;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/** Where a record stands in the orders of its spaces: what the lists of its tags repeat of it. */
public record Standing(
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
  static final String COLUMNS =
      "rid, {text id}, space, whole, rank_key, drift, rest, t0, log2_s0, created_at";

  static Standing of(ResultSet row, Dialect dialect) throws SQLException {
    return new Standing(
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
