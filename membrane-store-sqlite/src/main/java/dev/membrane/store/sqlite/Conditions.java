package dev.membrane.store.sqlite;

import dev.membrane.spi.Filter;
import dev.membrane.store.sql.Micros;
import dev.membrane.store.sql.Space.By;
import java.time.Instant;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jdbi.v3.core.statement.Query;
import org.jspecify.annotations.Nullable;

/**
 * What a filter asks of a record beyond its space, as a condition on the row {@code s} of {@code
 * memory}. Records seen redacted are asked nothing.
 */
final class Conditions {

  /** No condition. */
  static final Conditions NONE = new Conditions(null, List.of(), null);

  /** The parameter of the tag whose list is read. */
  static final String FIRST_TAG = ":tag0";

  private static final String HOLDS =
      """
      (s.valid_from IS NULL OR s.valid_from <= :instant)
      AND (s.valid_until IS NULL OR s.valid_until >= :instant)
      """;

  private static final String OF_THREAD =
      """
      s.thread_id = :thread
      """;

  private final @Nullable Instant instant;
  private final List<String> tags;
  private final @Nullable String threadId;

  private Conditions(@Nullable Instant instant, List<String> tags, @Nullable String threadId) {
    this.instant = instant;
    this.tags = tags;
    this.threadId = threadId;
  }

  /** With the filter's tags as words, in the order in which to look for them. */
  static Conditions of(Filter filter, List<String> tags) {
    return new Conditions(filter.at(), List.copyOf(tags), filter.threadId());
  }

  /** What remains to be asked of records found by {@link Match}. */
  static Conditions besidesWords(Filter filter) {
    return new Conditions(filter.at(), List.of(), null);
  }

  /** Whether few records may pass even of the list that is read, so that it pays to begin there. */
  boolean isSelective() {
    return threadId != null || tags.size() > 1;
  }

  boolean isTagged() {
    return !tags.isEmpty();
  }

  /** The SQL for a row of an index, made of constant parts; with tags for one with a rank key. */
  String sql(By by) {
    return tags(0, Order.RANK, "s", by.column()) + ofRow();
  }

  /** The SQL for a row of the list of the first tag. */
  String sqlInList(Order order) {
    return tags(1, order, "o", "space") + ofRow();
  }

  private String ofRow() {
    return (instant == null ? "" : " AND " + HOLDS) + (threadId == null ? "" : " AND " + OF_THREAD);
  }

  // Each tag is a parameter, as a list would be taken apart again for every row.
  private String tags(int first, Order order, String place, String space) {
    return IntStream.range(first, tags.size())
        .mapToObj(number -> " AND " + order.isTagged(":tag" + number, place, space))
        .collect(Collectors.joining());
  }

  Query bind(Query query) {
    if (instant != null) {
      query.bind("instant", Micros.of(instant));
    }
    if (threadId != null) {
      query.bind("thread", threadId);
    }
    for (int number = 0; number < tags.size(); number++) {
      query.bind("tag" + number, tags.get(number));
    }
    return query;
  }
}
