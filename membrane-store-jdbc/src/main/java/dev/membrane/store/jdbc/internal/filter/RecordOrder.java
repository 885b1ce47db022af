package dev.membrane.store.jdbc.internal.filter;

import java.util.List;
import java.util.stream.Collectors;

/**
 * An order of records: an index of {@code memory} for each of a record's two spaces.
 *
 * @param word what the names of both begin with
 * @param keys their columns, the first of them null in rows that have no place in the order
 * @param sql the columns of the row {@code <o>}, all but the id falling
 */
public record RecordOrder(String word, List<String> keys, String sql) {

  /** For ever, where all have one half-life. */
  public static final RecordOrder RANK =
      of("rank", "rank_key", "t0", "log2_s0", "created_at", "id");

  /** By the value that the salience cannot fall below. */
  public static final RecordOrder REST = of("rest", "rest", "created_at", "id");

  /** By the anchor's salience. */
  public static final RecordOrder DRIFT = of("drift", "drift", "t0", "created_at", "id");

  /** All orders. */
  public static final List<RecordOrder> ALL = List.of(RANK, REST, DRIFT);

  private static RecordOrder of(String word, String... keys) {
    List<String> all = List.of(keys);
    String sql =
        all.stream()
            .map(key -> "<o>." + key + (key.equals("id") ? "" : " DESC"))
            .collect(Collectors.joining(", "));
    return new RecordOrder(word, all, sql);
  }
}
