package dev.membrane.store.jdbc.ranking;

import dev.membrane.spi.Filter;
import dev.membrane.spi.Hit;
import dev.membrane.store.jdbc.Micros;
import dev.membrane.store.jdbc.SalienceColumns;
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

  /** The order of the answer: salience, then the newest, then the id. */
  public static final Comparator<Candidate> BEST_FIRST =
      Comparator.comparingDouble(Candidate::log2Salience)
          .thenComparingLong(Candidate::createdAt)
          .reversed()
          .thenComparing(Candidate::id);

  /** The order of the rank indexes. */
  public static final Comparator<Candidate> BY_RANK =
      Comparator.comparingDouble(Candidate::rankKey)
          .thenComparingLong((Candidate candidate) -> candidate.columns().t0())
          .thenComparingDouble(candidate -> candidate.columns().log2S0())
          .thenComparingLong(Candidate::createdAt)
          .reversed()
          .thenComparing(Candidate::id);

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
    return new Hit(id, Micros.toInstant(createdAt), log2Salience, termCounts, length, mark);
  }
}
