package dev.membrane.spi.search;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * Asks for records in the order in which they were inserted. A record keeps its place in that order
 * whatever is written. So a caller who continues after the last record of an answer gets each
 * record once that passes all the while. If the filter allows one scope, and what is in none, each
 * of the two is in the order of the commits. Of records that are inserted in different scopes at
 * the same time, one may come before another that an answer had already.
 *
 * @param filter what may be found, of any salience
 * @param created when it was created
 * @param updated when it was last updated
 * @param after only records inserted after the record that has, or had, this id; empty: from the
 *     first. The answer is empty after an id that was never used
 * @param limit the most ids wanted, at least 1
 */
public record Arrivals(Filter filter, Period created, Period updated, String after, int limit) {

  /**
   * Checks the filter.
   *
   * @throws IllegalArgumentException if it has a least salience
   */
  public Arrivals {
    if (filter.minSalience() > 0) {
      throw new IllegalArgumentException("the filter must have no least salience");
    }
  }

  /**
   * A period of time.
   *
   * @param from its first instant, in whole microseconds; null: it has no beginning
   * @param until the first instant after it, in whole microseconds; null: it has no end
   */
  public record Period(@Nullable Instant from, @Nullable Instant until) {

    /** All time. */
    public static final Period ALWAYS = new Period(null, null);

    /** Whether an instant lies in it. */
    public boolean contains(Instant instant) {
      return (from == null || !instant.isBefore(from))
          && (until == null || instant.isBefore(until));
    }
  }
}
