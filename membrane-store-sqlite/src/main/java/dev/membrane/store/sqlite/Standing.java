package dev.membrane.store.sqlite;

import java.sql.ResultSet;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/** Where a record stands in the orders of its spaces: what the lists of its tags repeat of it. */
record Standing(
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

  /** What {@link #of(ResultSet)} reads. */
  static final String COLUMNS =
      "rid, id, space, whole, rank_key, drift, rest, t0, log2_s0, created_at";

  static Standing of(ResultSet row) throws SQLException {
    return new Standing(
        row.getLong(1),
        row.getString(2),
        row.getLong(3),
        number(row.getLong(4), row),
        real(row.getDouble(5), row),
        real(row.getDouble(6), row),
        real(row.getDouble(7), row),
        row.getLong(8),
        row.getDouble(9),
        row.getLong(10));
  }

  private static @Nullable Long number(long value, ResultSet row) throws SQLException {
    return row.wasNull() ? null : (Long) value;
  }

  private static @Nullable Double real(double value, ResultSet row) throws SQLException {
    return row.wasNull() ? null : (Double) value;
  }
}
