package dev.membrane.tck;

import dev.membrane.spi.Filter;
import dev.membrane.spi.Visibility;
import java.time.Instant;
import java.util.Set;

/** Filters that are like another one but for what a defect gets wrong. */
final class AlteredFilter {

  private AlteredFilter() {}

  /** Sees other records, and none of them redacted. */
  static Filter seeing(Filter filter, Visibility visibility) {
    return altered(filter, visibility, false, filter.retiredToo(), filter.tags(), filter.at());
  }

  static Filter retiredToo(Filter filter) {
    return altered(
        filter, filter.visibility(), filter.redactedToo(), true, filter.tags(), filter.at());
  }

  static Filter untagged(Filter filter) {
    return altered(
        filter,
        filter.visibility(),
        filter.redactedToo(),
        filter.retiredToo(),
        Set.of(),
        filter.at());
  }

  /** As of an instant at which what is over still held. */
  static Filter lasting(Filter filter) {
    return altered(
        filter,
        filter.visibility(),
        filter.redactedToo(),
        filter.retiredToo(),
        filter.tags(),
        Samples.START.minusSeconds(10));
  }

  private static Filter altered(
      Filter filter,
      Visibility visibility,
      boolean redactedToo,
      boolean retiredToo,
      Set<String> tags,
      Instant at) {
    return new Filter(
        visibility,
        redactedToo,
        filter.types(),
        retiredToo,
        tags,
        filter.threadId(),
        filter.episode(),
        filter.minSalience(),
        at,
        at);
  }
}
