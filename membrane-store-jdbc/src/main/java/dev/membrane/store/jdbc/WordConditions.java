package dev.membrane.store.jdbc;

import dev.membrane.store.jdbc.Space.By;
import java.util.Map;

/**
 * What the tags, the thread and the episode of a filter require of a record, as SQL made of
 * constant parts.
 */
public interface WordConditions {

  /** Whether few records may pass, so that it pays to begin there. */
  boolean isSelective();

  /** The condition on the row {@code s} of {@code memory}, beginning with AND, or empty. */
  String sql(By by);

  /** Where the records of a space are read in an order. */
  default Source source(Order order, By by) {
    return Source.of(order, by, sql(by));
  }

  /** The parameters. */
  Map<String, Object> values();
}
