package dev.membrane.store.jdbc.internal.filter;

import dev.membrane.store.jdbc.internal.filter.Space.By;

/**
 * Where the records of a space are read in a {@link RecordOrder}.
 *
 * @param list the rows to read, with phrases of a {@link
 *     dev.membrane.store.jdbc.internal.dialect.Dialect}; {@code s} is the record
 * @param row which of them has the columns of the order
 * @param of the condition, but for the space that follows
 * @param conditions what else is asked
 */
public record OrderedRows(String list, String row, String of, String conditions) {

  /** The index of the order. */
  static OrderedRows of(RecordOrder order, By by, String conditions) {
    return new OrderedRows(
        "memory s {using " + order.word() + "_by_" + by.column() + "}",
        "s",
        "s." + order.keys().get(0) + " IS NOT NULL AND s." + by.column(),
        conditions);
  }
}
