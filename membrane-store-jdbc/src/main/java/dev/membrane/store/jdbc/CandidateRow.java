package dev.membrane.store.jdbc;

import dev.membrane.schema.DecayCurve;
import dev.membrane.schema.ValidationException;
import dev.membrane.spi.UnreadableRecordException;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;

/** How a candidate is read. */
public final class CandidateRow {

  /** What {@link #read} needs, of the row {@code s}; the space is the caller's to add, first. */
  public static final String COLUMNS =
      """
      , s.rid, {text s.id}, s.created_at, s.rank_key, s.curve, s.half_life, s.min_salience, s.pinned,
      s.s0, s.t0, s.log2_s0
      """;

  /** How many columns that are, the space included. */
  public static final int COUNT = 12;

  private CandidateRow() {}

  /** The candidate of a row, with its salience at an instant. */
  public static Candidate read(ResultSet row, Dialect dialect, Instant at) throws SQLException {
    String id = dialect.plain(row.getString(3));
    try {
      SalienceColumns columns = salience(row, 6);
      return new Candidate(
          row.getLong(2),
          id,
          row.getLong(1),
          row.getLong(4),
          row.getDouble(5),
          columns,
          columns.log2At(at));
    } catch (ValidationException damaged) {
      throw new UnreadableRecordException(id, damaged);
    }
  }

  /** The columns from {@code curve} on, of which that is the first. */
  static SalienceColumns salience(ResultSet row, int first) throws SQLException {
    return new SalienceColumns(
        DecayCurve.of("curve", row.getString(first)),
        row.getLong(first + 1),
        Nullables.real(row, first + 2),
        row.getBoolean(first + 3),
        row.getDouble(first + 4),
        row.getLong(first + 5),
        row.getDouble(first + 6));
  }
}
