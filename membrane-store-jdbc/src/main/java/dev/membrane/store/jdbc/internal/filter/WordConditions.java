package dev.membrane.store.jdbc.internal.filter;

import dev.membrane.store.jdbc.internal.filter.Space.By;
import java.util.Map;
import org.jspecify.annotations.Nullable;

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
  default OrderedRows source(RecordOrder order, By by) {
    return OrderedRows.of(order, by, sql(by));
  }

  /**
   * Records of a space that are in no order of {@link #source} yet, but may meet all of this; null:
   * there are none. The row of the source has no columns of an order.
   */
  default @Nullable OrderedRows recent() {
    return null;
  }

  /** The parameters. */
  Map<String, Object> values();
}
