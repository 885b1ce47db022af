package dev.membrane.store.sqlite;

import dev.membrane.store.sql.Space.By;
import java.util.List;

/**
 * An order of records: an index of {@code memory} for each of a record's two spaces, and a table
 * with the lists of tags.
 *
 * @param word what the names of both contain
 * @param keys their columns, the first of them null in rows that have no place in the order
 */
record Order(String word, List<String> keys) {

  /** For ever, where all have one half-life. */
  static final Order RANK =
      new Order("rank", List.of("rank_key", "t0", "log2_s0", "created_at", "id"));

  /** By the value that the salience cannot fall below. */
  static final Order REST = new Order("rest", List.of("rest", "created_at", "id"));

  /** By the anchor's salience. */
  static final Order DRIFT = new Order("drift", List.of("drift", "t0", "created_at", "id"));

  /** All records of a space, {@code s}, as a source of rows. */
  String index(By by) {
    return "memory s INDEXED BY " + word + "_by_" + by.column();
  }

  /** The condition for {@link #index}, but for the space that follows. */
  String ofIndex(By by) {
    return "s." + keys.get(0) + " IS NOT NULL AND s." + by.column();
  }

  /** The list of a tag, {@code o}, with its records, {@code s}, as a source of rows. */
  String list() {
    return "tag_" + word + " o CROSS JOIN memory s ON s.rid = o.rid";
  }

  /** The condition for {@link #list}, but for the space that follows. */
  static String ofList(String tag) {
    return "o.tag = " + tag + " AND o.space";
  }

  /** Whether the record at {@code place} in this order is in the list of another tag, too. */
  String isTagged(String tag, String place, String space) {
    StringBuilder same = new StringBuilder();
    for (String key : keys) {
      same.append(" AND g.").append(key).append(" = ").append(place).append('.').append(key);
    }
    return """
        (SELECT g.rid FROM tag_%s g WHERE g.space = %s.%s AND g.tag = %s%s
        ) IS NOT NULL"""
        .formatted(word, place, space, tag, same);
  }
}
