package dev.membrane.internal.erase;

import dev.membrane.spi.store.History.PastRecord;
import dev.membrane.spi.store.MemoryStore;
import java.util.Collection;
import java.util.stream.Stream;

/** The last states of records that were deleted or pruned and have versions. */
final class LastStates {

  private LastStates() {}

  /** Those of some records, in no order, whoever may see them. */
  static Stream<PastRecord> of(Collection<String> ids, MemoryStore store) {
    return ids.isEmpty()
        ? Stream.empty()
        : store.history().stream().flatMap(history -> history.pruned(ids).stream());
  }
}
