package dev.membrane.internal.listing;

import dev.membrane.AccessDeniedException;
import dev.membrane.AuditLog.HistoryEntry;
import dev.membrane.Caller;
import dev.membrane.NotFoundException;
import dev.membrane.Page;
import dev.membrane.PageRequest;
import dev.membrane.Permission;
import dev.membrane.internal.access.KnownRecords;
import dev.membrane.internal.access.Sight;
import dev.membrane.internal.access.Withholding;
import dev.membrane.internal.value.RecordIds;
import dev.membrane.internal.work.AttendedStore;
import dev.membrane.schema.MemoryRecord;
import dev.membrane.spi.search.Visibility;
import dev.membrane.spi.store.AuditTrail;
import dev.membrane.spi.store.AuditTrail.AuditLink;
import dev.membrane.spi.store.History.RecordVersion;
import dev.membrane.spi.store.MemoryStore;
import dev.membrane.spi.store.StoredRecord;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Lists the former versions of a record. Safe for use by many threads. */
public final class VersionPages {

  private final MemoryStore store;

  /** Reads the versions of a store. */
  public VersionPages(MemoryStore store) {
    this.store = store;
  }

  /**
   * The versions of a record, the oldest first. Versions that the caller may not see in full are
   * left out.
   *
   * @throws dev.membrane.schema.ValidationException if the request breaks a rule
   * @throws NotFoundException if there never was such a record that the caller may know of
   * @throws AccessDeniedException if the caller may only know that it is or was there
   */
  public Page<HistoryEntry> of(String id, PageRequest request, Caller caller) {
    caller.require(Permission.RETRIEVE, "reading histories");
    Visibility visibility = Sight.under(request.trust(), caller);
    int size = PageSize.of(request.pageSize());
    String canonical = RecordIds.given(id);
    PageCursor cursors = PageCursor.of(List.of("history", canonical));
    HistoryPlace after = HistoryPlace.of(cursors.last(request.cursor()));
    MemoryStore attended = AttendedStore.of(store, caller);
    new KnownRecords(attended, visibility).require(canonical);
    List<RecordVersion> found = versions(attended, canonical, after.version(), size);
    List<AuditLink> links = attended.auditLog(canonical).map(AuditTrail::links).orElse(List.of());
    List<KnownVersion> known = known(found, links, after.entries());
    return new Page<>(
        entries(
            canonical,
            known.stream().filter(it -> VersionDiffs.isSeen(it.version(), visibility)).toList(),
            caller,
            visibility),
        isLast(found, canonical, attended)
            ? ""
            : cursors.after(HistoryPlace.of(found.get(found.size() - 1)).text()));
  }

  private static List<RecordVersion> versions(MemoryStore store, String id, long after, int limit) {
    return store.history().map(it -> it.versions(id, after, limit)).orElse(List.of());
  }

  /** The last version of a record that is gone has an end as well. */
  private static boolean isLast(List<RecordVersion> found, String id, MemoryStore store) {
    if (found.isEmpty()) {
      return true;
    }
    RecordVersion last = found.get(found.size() - 1);
    return last.until() == null || versions(store, id, last.number(), 1).isEmpty();
  }

  /** A version and what it added to the log. */
  private record KnownVersion(RecordVersion version, List<AuditLink> links) {

    /** As the version began. */
    Optional<MemoryRecord> record() {
      return Optional.ofNullable(version.stored()).map(stored -> stored.at(version.from()));
    }
  }

  /**
   * How far the page before went.
   *
   * @param version 0: there is none
   * @param entries how many entries the log had then
   */
  private record HistoryPlace(long version, int entries) {

    private static final Pattern TEXT = Pattern.compile("\\d{1,18} \\d{1,9}");

    static HistoryPlace of(RecordVersion last) {
      return new HistoryPlace(last.number(), last.entries());
    }

    static HistoryPlace of(String text) {
      if (text.isEmpty()) {
        return new HistoryPlace(0, 0);
      }
      if (!TEXT.matcher(text).matches()) {
        throw PageCursor.refused();
      }
      String[] numbers = text.split(" ", -1);
      return new HistoryPlace(Long.parseLong(numbers[0]), Integer.parseInt(numbers[1]));
    }

    String text() {
      return version + " " + entries;
    }
  }

  private static List<KnownVersion> known(
      List<RecordVersion> found, List<AuditLink> links, int before) {
    List<KnownVersion> known = new ArrayList<>();
    int entries = before;
    for (RecordVersion version : found) {
      int end = Math.min(version.entries(), links.size());
      // The first one that is known need not be the first that there was.
      boolean isCut = known.isEmpty() && before == 0 && version.number() > 1;
      int start = isCut ? startOfCommit(links, end) : entries;
      known.add(new KnownVersion(version, links.subList(Math.min(start, end), end)));
      entries = end;
    }
    return known;
  }

  private static int startOfCommit(List<AuditLink> links, int end) {
    int start = end;
    while (start > 0
        && links
            .get(start - 1)
            .entry()
            .timestamp()
            .equals(links.get(end - 1).entry().timestamp())) {
      start--;
    }
    return start;
  }

  private List<HistoryEntry> entries(
      String id, List<KnownVersion> all, Caller caller, Visibility visibility) {
    List<MemoryRecord> records =
        new ArrayList<>(all.stream().flatMap(known -> known.record().stream()).toList());
    @Nullable MemoryRecord present =
        records.size() == all.size()
            ? null
            : store.get(List.of(id)).stream().map(StoredRecord::record).findFirst().orElse(null);
    Optional.ofNullable(present).ifPresent(records::add);
    Withholding withholding =
        Withholding.from(
            records,
            all.stream().flatMap(known -> known.links().stream()).toList(),
            caller,
            visibility,
            AttendedStore.of(store, caller));
    return all.stream().map(known -> entry(known, present, withholding)).toList();
  }

  /**
   * An entry.
   *
   * @param present says what is withheld of the log of a version whose content was erased; null: it
   *     is not there
   */
  private static HistoryEntry entry(
      KnownVersion known, @Nullable MemoryRecord present, Withholding withholding) {
    RecordVersion version = known.version();
    @Nullable MemoryRecord record = known.record().orElse(null);
    return new HistoryEntry(
        version.number(),
        version.from(),
        version.until(),
        withholding.of(known.links(), record == null ? present : record).stream()
            .map(AuditLink::entry)
            .toList(),
        record == null ? null : record.salience(),
        record == null || version.salienceOnly() ? null : withholding.of(record));
  }
}
