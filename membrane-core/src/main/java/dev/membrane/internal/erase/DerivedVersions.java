package dev.membrane.internal.erase;

import dev.membrane.spi.search.Visibility;
import dev.membrane.spi.store.History;
import dev.membrane.spi.store.MemoryStore;
import dev.membrane.spi.store.StoreReader.RecordHeader;
import java.time.Instant;
import java.util.List;
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

  /** After so many versions a page ends with the record that they belong to. */
  private static final int VERSIONS_OF_PAGE = 2_000;

  private final MemoryStore store;
  private final UnaryOperator<Set<String>> isErased;

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
    List<String> ids = List.copyOf(page.values());
    FormerGrounds grounds = new FormerGrounds(store, history, ids);
    int looked = grounds.look(VERSIONS_OF_PAGE);
    boolean isLast = looked == ids.size() && page.size() < RECORDS_AT_ONCE;
    return found(grounds.among(isErased), isLast ? 0 : List.copyOf(page.keySet()).get(looked - 1));
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
}
