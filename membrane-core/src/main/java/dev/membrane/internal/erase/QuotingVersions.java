package dev.membrane.internal.erase;

import dev.membrane.internal.consolidate.Lineage;
import dev.membrane.internal.engine.EngineActors;
import dev.membrane.internal.engine.NamedIds;
import dev.membrane.schema.AuditEntry;
import dev.membrane.spi.AuditTrail;
import dev.membrane.spi.Header;
import dev.membrane.spi.History;
import dev.membrane.spi.MemoryStore;
import dev.membrane.spi.RecordVersion;
import dev.membrane.spi.Visibility;
import java.time.Instant;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;

/**
 * Finds records of which a former version has something of what is erased, although the record may
 * have lost it since. Thread-safe.
 */
final class QuotingVersions {

  private static final int RECORDS_AT_ONCE = 100;
  private static final int VERSIONS_AT_ONCE = 100;

  private final MemoryStore store;
  private final UnaryOperator<Set<String>> isErased;

  /**
   * A search.
   *
   * @param isErased those of some ids that are erased so far
   */
  QuotingVersions(MemoryStore store, UnaryOperator<Set<String>> isErased) {
    this.store = store;
    this.isErased = isErased;
  }

  /**
   * What was found among some records.
   *
   * @param present the ids of those that are there
   * @param gone the ids of those that are not
   * @param last after what the next page begins; 0: this is the last page
   */
  record Found(Set<String> present, Set<String> gone, long last) {}

  /** Looks at the records that arrived after another; 0: at the first. */
  Found after(long arrival, Visibility visibility) {
    History history = store.history().orElse(null);
    if (history == null) {
      return new Found(new HashSet<>(), new HashSet<>(), 0);
    }
    SortedMap<Long, String> page = history.revised(visibility, arrival, RECORDS_AT_ONCE);
    Set<String> quoting = new LinkedHashSet<>();
    for (String id : page.values()) {
      if (isQuoting(id, history)) {
        quoting.add(id);
      }
    }
    List<Header> headers = quoting.isEmpty() ? List.of() : store.headers(quoting, Instant.EPOCH);
    Set<String> gone =
        headers.stream().filter(Header::isDeleted).map(Header::id).collect(Collectors.toSet());
    quoting.removeAll(gone);
    return new Found(quoting, gone, page.size() < RECORDS_AT_ONCE ? 0 : page.lastKey());
  }

  private boolean isQuoting(String id, History history) {
    Set<String> named = new HashSet<>();
    long last = 0;
    boolean hasMore = true;
    while (hasMore) {
      List<RecordVersion> page = history.versions(id, last, VERSIONS_AT_ONCE);
      if (last == 0 && !page.isEmpty()) {
        named.addAll(learnedSince(id, page.get(0)));
      }
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
   * The episodes by which learning has changed a record since a version of it. A procedure names
   * only the latest of its runs as sources, and each run in its log.
   */
  private Set<String> learnedSince(String id, RecordVersion first) {
    List<AuditEntry> log = store.auditLog(id).map(AuditTrail::entries).orElse(List.of());
    Set<String> ids = new HashSet<>();
    log.stream()
        .skip(first.entries())
        .filter(entry -> entry.actor().startsWith(EngineActors.CONSOLIDATION))
        .forEach(entry -> ids.addAll(NamedIds.in(entry.rationale())));
    return ids;
  }
}
