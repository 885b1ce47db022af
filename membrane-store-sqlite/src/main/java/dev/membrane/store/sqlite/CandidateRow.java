package dev.membrane.store.sqlite;

import dev.membrane.schema.DecayCurve;
import dev.membrane.store.sql.Candidate;
import dev.membrane.store.sql.SalienceColumns;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** How a candidate is read. */
final class CandidateRow {

  /** What {@link #read} needs, of the row {@code s}; the space is the caller's to add, first. */
  static final String COLUMNS =
      """
      , s.rid, s.id, s.created_at, s.rank_key, s.curve, s.half_life, s.min_salience, s.pinned,
      s.s0, s.t0, s.log2_s0
      """;

  private CandidateRow() {}

  /** The candidate of a row, with its salience at an instant. */
  static Candidate read(ResultSet row, Instant at) throws SQLException {
    SalienceColumns columns =
        new SalienceColumns(
            DecayCurve.of("curve", row.getString(6)),
            row.getLong(7),
            nullable(row, 8),
            row.getInt(9) != 0,
            row.getDouble(10),
            row.getLong(11),
            row.getDouble(12));
    return new Candidate(
        row.getLong(2),
        row.getString(3),
        row.getLong(1),
        row.getLong(4),
        row.getDouble(5),
        columns,
        columns.log2At(at));
  }

  private static @Nullable Double nullable(ResultSet row, int column) throws SQLException {
    double value = row.getDouble(column);
    return row.wasNull() ? null : (Double) value;
  }
}
