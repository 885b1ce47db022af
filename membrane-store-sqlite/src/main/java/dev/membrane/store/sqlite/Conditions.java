package dev.membrane.store.sqlite;

import dev.membrane.spi.Filter;
import java.time.Instant;
import java.util.Set;
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
  static final Conditions NONE = new Conditions(null, Set.of(), null);

  private static final String HOLDS =
      """
      (s.valid_from IS NULL OR s.valid_from <= :instant)
      AND (s.valid_until IS NULL OR s.valid_until >= :instant)
      """;

  private static final String OF_THREAD =
      """
      s.thread_id = :thread
      """;

  // An iif and no AND, as SQLite would look at the row before it looks for tags: the tags need
  // nothing but the rid, which every index has, and most rows are passed by for want of one. Each
  // tag is a parameter, as a list would be taken apart again for every row.
  private static final String TAGGED = "AND iif(%s, TRUE %s, FALSE)";
  private static final String HAS_TAG =
      "(SELECT g.rid FROM tag g WHERE g.rid = s.rid AND g.tag = :tag%d) IS NOT NULL";

  private final @Nullable Instant instant;
  private final Set<String> tags;
  private final @Nullable String threadId;

  private Conditions(@Nullable Instant instant, Set<String> tags, @Nullable String threadId) {
    this.instant = instant;
    this.tags = tags;
    this.threadId = threadId;
  }

  static Conditions of(Filter filter) {
    return new Conditions(filter.at(), filter.tags(), filter.threadId());
  }

  /** What remains to be asked of records found by {@link Match}. */
  Conditions besidesWords() {
    return new Conditions(instant, Set.of(), null);
  }

  /** Whether few records may pass, so that it pays to begin with these. */
  boolean isSelective() {
    return threadId != null || !tags.isEmpty();
  }

  /** The SQL, made of constant parts. */
  String sql() {
    String ofRow =
        (instant == null ? "" : " AND " + HOLDS) + (threadId == null ? "" : " AND " + OF_THREAD);
    return tags.isEmpty() ? ofRow : TAGGED.formatted(hasTags(), ofRow);
  }

  private String hasTags() {
    return IntStream.range(0, tags.size())
        .mapToObj(HAS_TAG::formatted)
        .collect(Collectors.joining(" AND "));
  }

  Query bind(Query query) {
    if (instant != null) {
      query.bind("instant", Micros.of(instant));
    }
    if (threadId != null) {
      query.bind("thread", threadId);
    }
    int number = 0;
    for (String tag : tags) {
      query.bind("tag" + number++, tag);
    }
    return query;
  }
}
