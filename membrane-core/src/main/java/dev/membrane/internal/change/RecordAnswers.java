package dev.membrane.internal.change;

import dev.membrane.Caller;
import dev.membrane.internal.access.KnownRecords;
import dev.membrane.internal.access.Sight;
import dev.membrane.schema.MemoryRecord;
import dev.membrane.schema.RecordView;
import dev.membrane.schema.RedactedRecord;
import dev.membrane.spi.search.Visibility;
import dev.membrane.spi.store.MemoryStore;
import dev.membrane.spi.store.StoredRecord;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * Makes what a caller is shown of the record that their call was about. It is the whole record with
 * its live salience and audit log, without references to records that the caller does not see. If
 * the record itself is above what they may see, it is only its header. Thread-safe.
 */
public final class RecordAnswers {

  private final MemoryStore store;

  /** Shows records of a store. */
  public RecordAnswers(MemoryStore store) {
    this.store = store;
  }

  /** The record as just committed; its header if the caller does not see it in full. */
  public RecordView committed(Write write, Caller caller, Visibility visibility, Instant now) {
    MemoryRecord live = write.live(now);
    return visibility.sees(live)
        ? Sight.whole(live, caller, visibility, store)
        : RedactedRecord.of(live);
  }

  /** The record with an id, unless it is a damaged one that the caller may not know of. */
  public Optional<StoredRecord> find(String id, Visibility visibility) {
    return new KnownRecords(store, visibility).get(List.of(id)).stream().findFirst();
  }

  /** The record as it stands, in full or its header; empty if it is invisible. */
  public Optional<RecordView> view(
      StoredRecord stored, Caller caller, Visibility visibility, Instant now) {
    return Optional.ofNullable(Sight.view(stored, visibility, now))
        .map(
            it ->
                it instanceof MemoryRecord seen
                    ? Sight.whole(seen, caller, visibility, store)
                    : it);
  }
}
