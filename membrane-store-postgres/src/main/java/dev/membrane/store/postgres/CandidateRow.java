package dev.membrane.store.postgres;

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
      , s.rid, s.id, s.long_id, s.created_at, s.rank_key, s.curve, s.half_life, s.min_salience, s.pinned,
      s.s0, s.t0, s.log2_s0
      """;

  private CandidateRow() {}

  /** The candidate of a row, with its salience at an instant. */
  static Candidate read(ResultSet row, Instant at) throws SQLException {
    SalienceColumns columns =
        new SalienceColumns(
            DecayCurve.of("curve", row.getString(7)),
            row.getLong(8),
            nullable(row, 9),
            row.getBoolean(10),
            row.getDouble(11),
            row.getLong(12),
            row.getDouble(13));
    return new Candidate(
        row.getLong(2),
        Texts.whole(row.getString(3), row.getString(4)),
        row.getLong(1),
        row.getLong(5),
        row.getDouble(6),
        columns,
        columns.log2At(at));
  }

  private static @Nullable Double nullable(ResultSet row, int column) throws SQLException {
    double value = row.getDouble(column);
    return row.wasNull() ? null : (Double) value;
  }
}
