package dev.membrane.internal.receipt;

import dev.membrane.ReplayAnswer.AnsweredPlace;
import dev.membrane.ReplayAnswer.Difference;
import dev.membrane.ReplayAnswer.ReplayedRecord;
import dev.membrane.internal.access.ByteBudget;
import dev.membrane.spi.search.Visibility;
import dev.membrane.spi.store.MemoryStore;
import dev.membrane.spi.store.StoreReader.RecordHeader;
import dev.membrane.spi.store.StoredRecord;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Compares the places that records had with those that they would have now.
 *
 * @param visibility of whoever is told
 * @param at when they had them
 * @param isOfPresent whether it was asked for the present: what was retired since is missing then
 */
record PlaceComparison(MemoryStore store, Visibility visibility, Instant at, boolean isOfPresent) {

  /** How many records are read together. */
  static final int AT_ONCE = 64;

  /**
   * Those that had a place and that the caller may know of, in their order, then those that only
   * would have one now.
   *
   * @param now null if that cannot be told
   */
  List<ReplayedRecord> of(
      Map<String, AnsweredPlace> then, @Nullable Map<String, AnsweredPlace> now) {
    Map<String, Boolean> seen = seen(then.keySet());
    List<ReplayedRecord> records = new ArrayList<>();
    then.forEach(
        (id, place) -> {
          Boolean isSeenInFull = seen.get(id);
          if (isSeenInFull != null) {
            @Nullable AnsweredPlace later = now == null ? null : now.get(id);
            Difference difference =
                now == null ? Difference.UNKNOWN : difference(place, later, isSeenInFull);
            records.add(new ReplayedRecord(id, place, later, difference));
          }
        });
    if (isOfPresent) {
      nameRetired(records);
    }
    if (now != null) {
      addOthers(then.keySet(), now, records);
    }
    return records;
  }

  private static Difference difference(
      AnsweredPlace then, @Nullable AnsweredPlace now, boolean isSeenInFull) {
    if (now == null) {
      return isSeenInFull ? Difference.DROPPED : Difference.OUTLINED;
    }
    if (now.version() != then.version()) {
      boolean isOutline = now.version() == 0 || then.version() == 0;
      return isOutline ? Difference.OUTLINED : Difference.CHANGED;
    }
    return now.rank() == then.rank() ? Difference.NONE : Difference.RANKED_ANEW;
  }

  /** Says of those that have no place any more which of them were retired. */
  private void nameRetired(List<ReplayedRecord> records) {
    List<String> dropped =
        records.stream()
            .filter(record -> record.difference() == Difference.DROPPED)
            .map(ReplayedRecord::id)
            .toList();
    Set<String> retired = new HashSet<>();
    for (int from = 0; from < dropped.size(); from += AT_ONCE) {
      List<String> some = dropped.subList(from, Math.min(from + AT_ONCE, dropped.size()));
      store.get(some, ByteBudget.LARGEST_RECORD).stream()
          .map(StoredRecord::record)
          .filter(record -> visibility.sees(record) && record.isRetired())
          .forEach(record -> retired.add(record.id()));
    }
    records.replaceAll(
        record ->
            retired.contains(record.id())
                ? new ReplayedRecord(record.id(), record.then(), null, Difference.RETIRED)
                : record);
  }

  private void addOthers(
      Set<String> then, Map<String, AnsweredPlace> now, List<ReplayedRecord> records) {
    Map<String, AnsweredPlace> others = new LinkedHashMap<>(now);
    others.keySet().removeAll(then);
    Set<String> added = createdAfter(others.keySet());
    others.forEach(
        (id, place) ->
            records.add(
                new ReplayedRecord(
                    id, null, place, added.contains(id) ? Difference.NEW : Difference.RISEN)));
  }

  /**
   * Those of some records that are there, or in the history, and that the caller may know of; each
   * with whether it is seen in full.
   */
  private Map<String, Boolean> seen(Collection<String> some) {
    List<RecordHeader> headers = headers(some);
    Set<String> pruned = pruned(headers.stream().filter(RecordHeader::isDeleted).toList());
    Map<String, Boolean> seen = new HashMap<>();
    for (RecordHeader header : headers) {
      boolean isThere = !header.isDeleted() || pruned.contains(header.id());
      if (isThere && visibility.seesAtAll(header.scope(), header.sensitivity())) {
        seen.put(header.id(), visibility.sees(header.scope(), header.sensitivity()));
      }
    }
    return seen;
  }

  private Set<String> pruned(List<RecordHeader> deleted) {
    List<String> ids = deleted.stream().map(RecordHeader::id).toList();
    return store
        .history()
        .filter(history -> !ids.isEmpty())
        .map(history -> history.pruned(ids))
        .orElse(List.of())
        .stream()
        .map(past -> past.stored().record().id())
        .collect(Collectors.toSet());
  }

  private Set<String> createdAfter(Collection<String> some) {
    return headers(some).stream()
        .filter(header -> header.outline() != null && header.outline().createdAt().isAfter(at))
        .map(RecordHeader::id)
        .collect(Collectors.toSet());
  }

  private List<RecordHeader> headers(Collection<String> some) {
    return some.isEmpty() ? List.of() : store.headers(some, Instant.EPOCH);
  }
}
