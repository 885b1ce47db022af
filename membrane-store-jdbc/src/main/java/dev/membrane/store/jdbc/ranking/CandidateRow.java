package dev.membrane.store.jdbc.ranking;

import dev.membrane.schema.ValidationException;
import dev.membrane.store.jdbc.Dialect;
import dev.membrane.store.jdbc.SalienceColumns;
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

  private static final int SALIENCE = 6;

  private static final String LEFT_OUT = "; answers leave it out";

  private CandidateRow() {}

  /**
   * The candidate of a row, with its salience at an instant. One whose salience cannot be computed
   * is logged once; as it counts as the anchor's, which none exceeds, no search ends at it.
   */
  public static Candidate read(ResultSet row, Dialect dialect, Instant at) throws SQLException {
    String id = dialect.plain(row.getString(3));
    try {
      SalienceColumns columns = SalienceColumns.read(row, SALIENCE);
      return candidate(row, id, columns, columns.log2At(at), false);
    } catch (ValidationException damaged) {
      dialect
          .damages()
          .note(id, "record " + id + " cannot be read: " + damaged.getMessage() + LEFT_OUT);
      SalienceColumns still = SalienceColumns.readStill(row, SALIENCE);
      return candidate(row, id, still, still.log2At(at), true);
    }
  }

  private static Candidate candidate(
      ResultSet row, String id, SalienceColumns columns, double log2Salience, boolean isDamaged)
      throws SQLException {
    return new Candidate(
        row.getLong(2),
        id,
        row.getLong(1),
        row.getLong(4),
        row.getDouble(5),
        columns,
        log2Salience,
        isDamaged);
  }
}
