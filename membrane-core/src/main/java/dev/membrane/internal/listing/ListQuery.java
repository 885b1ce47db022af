package dev.membrane.internal.listing;

import dev.membrane.ListRecordsRequest;
import dev.membrane.internal.value.TextRules;
import dev.membrane.schema.MemoryType;
import dev.membrane.schema.Timestamps;
import dev.membrane.schema.ValidationException;
import dev.membrane.spi.search.Arrivals;
import dev.membrane.spi.search.Arrivals.Period;
import dev.membrane.spi.search.Filter;
import dev.membrane.spi.search.Visibility;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Which records are listed, checked.
 *
 * @param filter what may be listed, redacted outlines among it
 * @param cursors those of its pages
 */
record ListQuery(Filter filter, Period created, Period updated, PageCursor cursors) {

  /** Checks a request. */
  static ListQuery of(ListRecordsRequest request, Visibility visibility, Instant now) {
    TextRules.checkFilters(request.tags(), request.threadId());
    Period created = period("created", request.createdFrom(), request.createdUntil());
    Period updated = period("updated", request.updatedFrom(), request.updatedUntil());
    return new ListQuery(
        filter(request, visibility, now), created, updated, cursors(request, created, updated));
  }

  /** The question to a store. */
  Arrivals after(String last, int limit) {
    return new Arrivals(filter, created, updated, last, limit);
  }

  /** What an outline does not show must not decide whether it is listed. */
  private static Filter filter(ListRecordsRequest request, Visibility visibility, Instant now) {
    boolean asksForContent = !request.tags().isEmpty() || request.threadId() != null;
    Filter filter =
        Filter.of(visibility, now)
            .withRedacted(!asksForContent)
            .withRetired(request.includeRetracted())
            .withTags(Set.copyOf(request.tags()))
            .withThreadId(request.threadId());
    return request.memoryTypes().isEmpty() ? filter : filter.withTypes(request.memoryTypes());
  }

  private static PageCursor cursors(ListRecordsRequest request, Period created, Period updated) {
    return PageCursor.of(
        Arrays.asList(
            "records",
            request.page().trust() == null
                ? ""
                : request.page().trust().maxSensitivity().wireName(),
            request.page().trust() == null ? List.of() : inOrder(request.page().trust().scopes()),
            request.memoryTypes().stream().map(MemoryType::wireName).sorted().toList(),
            request.includeRetracted(),
            inOrder(request.tags()),
            request.threadId(),
            created,
            updated,
            request.asOf()));
  }

  private static List<String> inOrder(List<String> texts) {
    return texts.stream().distinct().sorted().toList();
  }

  private static Period period(String what, @Nullable Instant from, @Nullable Instant until) {
    Period period = new Period(instant(what + "_from", from), instant(what + "_until", until));
    if (period.from() != null && period.until() != null && period.until().isBefore(period.from())) {
      throw new ValidationException(what + "_until", "must not be before " + what + "_from");
    }
    return period;
  }

  private static @Nullable Instant instant(String field, @Nullable Instant asked) {
    if (asked != null && !Timestamps.isInRange(asked)) {
      throw ValidationException.worded(field, Timestamps.complaint(asked.toString()));
    }
    return asked == null ? null : asked.truncatedTo(ChronoUnit.MICROS);
  }
}
