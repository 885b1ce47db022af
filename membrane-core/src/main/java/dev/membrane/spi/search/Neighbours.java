package dev.membrane.spi.search;

import java.util.List;

/**
 * The records that arrived next to a record. Positions are counted in the order of the inserts,
 * among the records of its scope and type that are seen in full and, unless retired ones count, are
 * not retired. A record that does not pass the whole filter is left out and not replaced, so that
 * distances may have gaps.
 *
 * @param id the record
 * @param length the length of its text in terms
 * @param all those within reach, in ascending order of distance
 */
public record Neighbours(String id, int length, List<Neighbour> all) {

  /** The most positions each way that a store can be asked for. */
  public static final int MAX_REACH = 100;

  /** Copies the list. */
  public Neighbours {
    all = List.copyOf(all);
  }

  /**
   * A record near another one.
   *
   * @param distance in positions: -1, -2, … for records that arrived before, 1, 2, … for those that
   *     arrived after
   * @param hit without term counts
   */
  public record Neighbour(int distance, Hit hit) {}

  /**
   * Checks the reach, for every store.
   *
   * @throws IllegalArgumentException if the reach is not from 1 to {@link #MAX_REACH}
   */
  public static void checkReach(int reach) {
    if (reach < 1 || reach > MAX_REACH) {
      throw new IllegalArgumentException("a reach of " + reach + ", not 1 to " + MAX_REACH);
    }
  }
}
