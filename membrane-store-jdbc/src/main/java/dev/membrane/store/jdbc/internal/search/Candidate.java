package dev.membrane.store.jdbc.internal.search;

import dev.membrane.schema.Timestamps;
import dev.membrane.schema.ValidationException;
import dev.membrane.spi.search.Filter;
import dev.membrane.spi.search.Hit;
import dev.membrane.store.jdbc.internal.dialect.Dialect;
import dev.membrane.store.jdbc.internal.row.SalienceColumns;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.Comparator;
import java.util.Map;

/**
 * A row that may be among the answers, with its salience at the search's instant. The salience is
 * computed by the schema's own function. Indexes only find candidates; this value decides.
 *
 * @param isDamaged whether it is in the order of its index, and is no answer
 */
public record Candidate(
    long rid,
    String id,
    long space,
    long createdAt,
    double rankKey,
    SalienceColumns columns,
    double log2Salience,
    boolean isDamaged) {

  /** What {@link #read} needs, of the row {@code s}; the space is the caller's to add, first. */
  public static final String COLUMNS =
      """
      , s.rid, {text s.id}, s.created_at, s.rank_key, s.curve, s.half_life, s.min_salience, s.pinned,
      s.s0, s.t0, s.log2_s0
      """;

  /** How many columns that are, the space included. */
  public static final int COUNT = 12;

  private static final int SALIENCE = 6;

  /** The order of the answer: salience, then the newest, then the id. */
  static final Comparator<Candidate> BEST_FIRST =
      Comparator.comparingDouble(Candidate::log2Salience)
          .thenComparingLong(Candidate::createdAt)
          .reversed()
          .thenComparing(Candidate::id);

  /** The order of the rank indexes. */
  static final Comparator<Candidate> BY_RANK =
      Comparator.comparingDouble(Candidate::rankKey)
          .thenComparingLong((Candidate candidate) -> candidate.columns().t0())
          .thenComparingDouble(candidate -> candidate.columns().log2S0())
          .thenComparingLong(Candidate::createdAt)
          .reversed()
          .thenComparing(Candidate::id);

  /**
   * The candidate of a row, with its salience at an instant. One whose salience cannot be computed
   * is logged once; as it counts as the anchor's, which none exceeds, no search ends at it.
   */
  public static Candidate read(ResultSet row, Dialect dialect, Instant at) throws SQLException {
    String id = dialect.plain(row.getString(3));
    boolean isDamaged = false;
    SalienceColumns columns;
    try {
      columns = SalienceColumns.read(row, SALIENCE);
    } catch (ValidationException damaged) {
      String reason = "record " + id + " cannot be read: " + damaged.getMessage();
      dialect.damages().note(id, reason + "; answers leave it out");
      columns = SalienceColumns.readStill(row, SALIENCE);
      isDamaged = true;
    }
    return new Candidate(
        row.getLong(2),
        id,
        row.getLong(1),
        row.getLong(4),
        row.getDouble(5),
        columns,
        columns.log2At(at),
        isDamaged);
  }

  /** The same at another instant. */
  public Candidate at(Instant at) {
    return new Candidate(
        rid, id, space, createdAt, rankKey, columns, columns.log2At(at), isDamaged);
  }

  /** Whether it can be read, and the salience is at least that of the filter. */
  public boolean isEnoughFor(Filter filter) {
    return !isDamaged
        && (filter.minSalience() <= 0 || columns.at(filter.at()) >= filter.minSalience());
  }

  /** The answer to a search that asked for no terms. */
  public Hit toHit() {
    return toHit(Map.of(), 0, "");
  }

  /** The answer to a search that looks at the text. */
  public Hit toHit(Map<String, Integer> termCounts, int length, String mark) {
    return new Hit(id, Timestamps.ofEpochMicros(createdAt), log2Salience, termCounts, length, mark);
  }
}
