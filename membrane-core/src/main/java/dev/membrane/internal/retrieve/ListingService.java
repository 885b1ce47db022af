package dev.membrane.internal.retrieve;

import dev.membrane.Caller;
import dev.membrane.ListRecordsRequest;
import dev.membrane.Permission;
import dev.membrane.RecordPage;
import dev.membrane.TrustContext;
import dev.membrane.internal.engine.AttendedStore;
import dev.membrane.internal.engine.Withholding;
import dev.membrane.spi.MemoryStore;
import dev.membrane.spi.Visibility;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Lists what there is, a page at a time. Safe for use by many threads. */
public final class ListingService {

  private final MemoryStore store;
  private final InstantSource clock;

  /** A service over a store. */
  public ListingService(MemoryStore store, InstantSource clock) {
    this.store = store;
    this.clock = clock;
  }

  /**
   * Lists records in the order in which they were stored.
   *
   * @throws dev.membrane.schema.ValidationException if the request breaks a rule
   * @throws dev.membrane.AccessDeniedException if the caller may not retrieve
   * @throws dev.membrane.CancelledException if the caller ceases to wait
   */
  public RecordPage records(ListRecordsRequest request, Caller caller) {
    caller.require(Permission.RETRIEVE, "listing records");
    Visibility visibility = visibility(request.trust(), caller);
    Instant now = clock.instant().truncatedTo(ChronoUnit.MICROS);
    int size = PageSize.of(request.pageSize());
    RecordQuestion question = RecordQuestion.of(request, visibility, now);
    String last = question.cursors().last(request.cursor());
    MemoryStore attended = AttendedStore.of(store, caller);
    requireKnown(last, visibility, attended);
    RecordPages page = new RecordPages(attended, question, size).read(last);
    Withholding withholding = Withholding.from(page.records(), caller, visibility, attended);
    String next = page.next();
    return new RecordPage(
        page.records().stream().map(withholding::of).toList(),
        next == null ? "" : question.cursors().after(next));
  }

  /** Else a cursor could be made up to see whether there is a record, and when it came. */
  private static void requireKnown(String id, Visibility visibility, MemoryStore attended) {
    boolean isKnown =
        id.isEmpty()
            || attended.headers(List.of(id), Instant.EPOCH).stream()
                .anyMatch(
                    header ->
                        visibility.sees(header.scope(), header.sensitivity())
                            || visibility.seesRedacted(header.scope(), header.sensitivity()));
    if (!isKnown) {
      throw PageCursor.refused();
    }
  }

  private static Visibility visibility(@Nullable TrustContext trust, Caller caller) {
    if (trust == null) {
      return caller.visibility();
    }
    trust.check();
    return trust.of(caller);
  }
}
