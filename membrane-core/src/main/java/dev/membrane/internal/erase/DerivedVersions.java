package dev.membrane.internal.erase;

import dev.membrane.internal.access.NamedIds;
import dev.membrane.internal.keys.EngineActors;
import dev.membrane.schema.AuditEntry;
import dev.membrane.spi.search.Visibility;
import dev.membrane.spi.store.AuditTrail;
import dev.membrane.spi.store.History;
import dev.membrane.spi.store.History.RecordVersion;
import dev.membrane.spi.store.MemoryStore;
import dev.membrane.spi.store.StoreReader.RecordHeader;
import java.time.Instant;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;

/**
 * Finds records of which a former version has something of what is erased, although the record may
 * have lost it since. One search, not thread-safe.
 */
final class DerivedVersions {

  private static final int RECORDS_AT_ONCE = 100;
  private static final int VERSIONS_AT_ONCE = 100;

  /** After so many versions a page ends with the record that they belong to. */
  private static final int VERSIONS_OF_PAGE = 2_000;

  private final MemoryStore store;
  private final UnaryOperator<Set<String>> isErased;
  private int read;

  /**
   * A search.
   *
   * @param isErased answers which of some ids are erased so far
   */
  DerivedVersions(MemoryStore store, UnaryOperator<Set<String>> isErased) {
    this.store = store;
    this.isErased = isErased;
  }

  /**
   * What was found among some records.
   *
   * @param present the ids of those that are there
   * @param gone the ids of those that are not
   * @param last the arrival after which the next page begins; 0: this is the last page
   */
  record FoundIds(Set<String> present, Set<String> gone, long last) {

    static final FoundIds NONE = new FoundIds(Set.of(), Set.of(), 0);

    /** The found ids without those that are counted elsewhere. */
    FoundIds without(Predicate<String> isCountedPresent, Predicate<String> isCountedGone) {
      return new FoundIds(
          present.stream().filter(isCountedPresent.negate()).collect(Collectors.toSet()),
          gone.stream().filter(isCountedGone.negate()).collect(Collectors.toSet()),
          last);
    }
  }

  /** Looks at a page of the records that arrived after another; 0: from the first. */
  FoundIds after(long arrival, Visibility visibility) {
    History history = store.history().orElse(null);
    if (history == null) {
      return FoundIds.NONE;
    }
    SortedMap<Long, String> page = history.revised(visibility, arrival, RECORDS_AT_ONCE);
    Set<String> derived = new LinkedHashSet<>();
    long last = 0;
    read = 0;
    for (Map.Entry<Long, String> one : page.entrySet()) {
      if (read >= VERSIONS_OF_PAGE) {
        return found(derived, last);
      }
      if (isDerived(one.getValue(), history)) {
        derived.add(one.getValue());
      }
      last = one.getKey();
    }
    return found(derived, page.size() < RECORDS_AT_ONCE ? 0 : last);
  }

  private FoundIds found(Set<String> derived, long last) {
    List<RecordHeader> headers =
        derived.isEmpty() ? List.of() : store.headers(derived, Instant.EPOCH);
    Set<String> gone =
        headers.stream()
            .filter(RecordHeader::isDeleted)
            .map(RecordHeader::id)
            .collect(Collectors.toSet());
    derived.removeAll(gone);
    return new FoundIds(derived, gone, last);
  }

  private boolean isDerived(String id, History history) {
    Set<String> named = learnedFrom(id);
    long last = 0;
    boolean hasMore = true;
    while (hasMore) {
      List<RecordVersion> page = history.versions(id, last, VERSIONS_AT_ONCE);
      read += page.size();
      page.stream()
          .flatMap(version -> Optional.ofNullable(version.stored()).stream())
          .flatMap(stored -> Lineage.grounds(stored.record()))
          .forEach(named::add);
      if (!isErased.apply(named).isEmpty()) {
        return true;
      }
      named.clear();
      hasMore = !page.isEmpty() && page.get(page.size() - 1).until() != null;
      last = hasMore ? page.get(page.size() - 1).number() : last;
    }
    return false;
  }

  /**
   * The episodes by which learning has changed a record. A procedure names only the latest of its
   * runs as sources, and each run in its log. A version may have something of a run that was added
   * before the oldest one that is kept.
   */
  private Set<String> learnedFrom(String id) {
    List<AuditEntry> log = store.auditLog(id).map(AuditTrail::entries).orElse(List.of());
    Set<String> ids = new HashSet<>();
    log.stream()
        .filter(entry -> entry.actor().startsWith(EngineActors.CONSOLIDATION))
        .forEach(entry -> ids.addAll(NamedIds.in(entry.rationale())));
    return ids;
  }
}
