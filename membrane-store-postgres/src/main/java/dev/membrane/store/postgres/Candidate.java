package dev.membrane.store.postgres;

import dev.membrane.schema.DecayCurve;
import dev.membrane.spi.Filter;
import dev.membrane.spi.Hit;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.Comparator;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A row that may be among the answers, with its salience at the search's instant computed by the
 * schema's own function: indexes find, only this decides.
 */
record Candidate(
    long rid,
    String id,
    long space,
    long createdAt,
    double rankKey,
    SalienceColumns columns,
    double log2Salience) {

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

  /** What {@link #read} needs, of the row {@code s}; the space is the caller's to add, first. */
  static final String COLUMNS =
      """
      , s.rid, s.id, s.long_id, s.created_at, s.rank_key, s.curve, s.half_life, s.min_salience, s.pinned,
      s.s0, s.t0, s.log2_s0
      """;

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

  /** Whether the salience is at least that of the filter. */
  boolean isEnoughFor(Filter filter) {
    return filter.minSalience() <= 0 || columns.at(filter.at()) >= filter.minSalience();
  }

  Hit toHit() {
    return toHit(Map.of(), 0);
  }

  Hit toHit(Map<String, Integer> termCounts, int length) {
    return new Hit(id, Micros.toInstant(createdAt), log2Salience, termCounts, length);
  }

  private static @Nullable Double nullable(ResultSet row, int column) throws SQLException {
    double value = row.getDouble(column);
    return row.wasNull() ? null : (Double) value;
  }
}
