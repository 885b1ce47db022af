package dev.membrane.internal.history;

import dev.membrane.schema.MemoryRecord;
import dev.membrane.schema.Timestamps;
import dev.membrane.schema.ValidationException;
import dev.membrane.spi.search.Terms;
import dev.membrane.spi.search.Visibility;
import dev.membrane.spi.store.MemoryStore;
import java.time.Instant;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Gives stores as they were at an instant. Safe for use by many threads.
 *
 * @param analysis finds the terms of a record
 */
public record PastStores(HistoryPeriod period, Function<MemoryRecord, Terms> analysis) {

  /**
   * The instant of a question about the past, in whole microseconds; null for the present.
   *
   * @throws ValidationException if what was there at it is not known
   */
  public @Nullable Instant check(@Nullable Instant asOf, MemoryStore store) {
    if (asOf == null) {
      return null;
    }
    if (!Timestamps.isInRange(asOf)) {
      throw ValidationException.worded("as_of", Timestamps.complaint(asOf.toString()));
    }
    return period.check(asOf, store);
  }

  /** A store as it was at an instant that was checked; itself for the present. */
  public MemoryStore at(@Nullable Instant asOf, MemoryStore store, Visibility visibility) {
    return asOf == null
        ? store
        : store
            .history()
            .<MemoryStore>map(
                history ->
                    new PastStore(
                        store, history, asOf, new PastRows(history, asOf, visibility, analysis)))
            .orElse(store);
  }
}
