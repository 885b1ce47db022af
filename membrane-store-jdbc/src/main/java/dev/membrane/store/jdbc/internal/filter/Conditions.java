package dev.membrane.store.jdbc.internal.filter;

import dev.membrane.schema.Timestamps;
import dev.membrane.spi.search.Filter;
import dev.membrane.store.jdbc.internal.filter.Space.By;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What a filter requires of a record beyond its space, as a condition on the row {@code s} of
 * {@code memory}. Records that are seen redacted need not meet any of it.
 */
public final class Conditions {

  /** No condition. */
  public static final Conditions NONE = new Conditions(null, null);

  private static final String HOLDS =
      """
       AND (s.valid_from IS NULL OR s.valid_from <= :instant)
       AND (s.valid_until IS NULL OR s.valid_until >= :instant)
      """;

  private final @Nullable Instant instant;
  private final @Nullable WordConditions words;

  private Conditions(@Nullable Instant instant, @Nullable WordConditions words) {
    this.instant = instant;
    this.words = words;
  }

  /** All that the filter asks. */
  public static Conditions of(Filter filter, WordConditions words) {
    return new Conditions(filter.validAt(), words);
  }

  /** What remains to be asked of records that have the words of the filter. */
  public static Conditions besidesWords(Filter filter) {
    return new Conditions(filter.validAt(), null);
  }

  /** As {@link #holds}, of columns that were read, in microseconds. */
  public static boolean hold(@Nullable Long from, @Nullable Long until, @Nullable Instant validAt) {
    if (validAt == null || (from == null && until == null)) {
      return true;
    }
    long instant = Timestamps.toEpochMicros(validAt);
    return (from == null || from <= instant) && (until == null || until >= instant);
  }

  /** Whether few records may pass, so that it pays to begin there. */
  public boolean isSelective() {
    return words != null && words.isSelective();
  }

  /** The SQL for a row of an index, made of constant parts. */
  public String sql(By by) {
    return holds() + (words == null ? "" : words.sql(by));
  }

  /** Where the rows that meet them are read in an order. */
  public OrderedRows source(RecordOrder order, By by) {
    return holding(words == null ? OrderedRows.of(order, by, "") : words.source(order, by));
  }

  /** As {@link WordConditions#recent}. */
  public @Nullable OrderedRows recent() {
    OrderedRows recent = words == null ? null : words.recent();
    return recent == null ? null : holding(recent);
  }

  private OrderedRows holding(OrderedRows source) {
    return new OrderedRows(source.list(), source.row(), source.of(), holds() + source.conditions());
  }

  /** The part that does not depend on words: a fact with a timebox holds at {@code :instant}. */
  public String holds() {
    return instant == null ? "" : HOLDS;
  }

  /** The parameters. */
  public Map<String, Object> values() {
    Map<String, Object> values = new HashMap<>();
    if (instant != null) {
      values.put("instant", Timestamps.toEpochMicros(instant));
    }
    if (words != null) {
      values.putAll(words.values());
    }
    return values;
  }
}
