package dev.membrane.internal.erase;

import dev.membrane.internal.access.NamedIds;
import dev.membrane.internal.keys.EngineActors;
import dev.membrane.spi.store.AuditTrail;
import dev.membrane.spi.store.History;
import dev.membrane.spi.store.History.RecordVersion;
import dev.membrane.spi.store.MemoryStore;
import dev.membrane.spi.store.StoredRecord;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;

/** What some records were learned from, now and in their former versions. Not thread-safe. */
final class FormerGrounds {

  private static final int VERSIONS_AT_ONCE = 100;

  private final MemoryStore store;
  private final History history;
  private final List<String> ids;
  private final Map<String, Set<String>> grounds = new HashMap<>();
  private int looked;
  private int read;

  /** How many records are asked for at once: few after a large one, as others may be near it. */
  private int together;

  /**
   * Of no records yet.
   *
   * @param ids of the records, in the order of their inserts
   */
  FormerGrounds(MemoryStore store, History history, List<String> ids) {
    this.store = store;
    this.history = history;
    this.ids = ids;
    this.together = ids.size();
  }

  /**
   * Looks at records until so many versions are read.
   *
   * @return at how many of the records it has looked
   */
  int look(int versions) {
    while (looked < ids.size() && read < versions) {
      int end = Math.min(ids.size(), looked + together);
      Map<String, List<StoredRecord>> contents = history.contents(ids.subList(looked, end));
      if (contents.containsKey(ids.get(looked))) {
        together = Math.min(ids.size(), 2 * together);
      } else {
        lookAtLarge(ids.get(looked));
        looked++;
        together = 1;
      }
      while (looked < ids.size() && contents.containsKey(ids.get(looked))) {
        List<StoredRecord> had = contents.getOrDefault(ids.get(looked), List.of());
        had.forEach(content -> add(ids.get(looked), content));
        read += had.size();
        looked++;
      }
    }
    ReadLogs.of(ids.subList(0, looked), store, logs -> logs.forEach(this::add));
    return looked;
  }

  /** The ids of the records looked at that were learned from one that is erased. */
  Set<String> among(UnaryOperator<Set<String>> isErased) {
    Set<String> all = grounds.values().stream().flatMap(Set::stream).collect(Collectors.toSet());
    Set<String> erased = isErased.apply(all);
    return ids.subList(0, looked).stream()
        .filter(id -> of(id).stream().anyMatch(erased::contains))
        .collect(Collectors.toCollection(LinkedHashSet::new));
  }

  private void lookAtLarge(String id) {
    long last = 0;
    boolean hasMore = true;
    while (hasMore) {
      List<RecordVersion> page = history.versions(id, last, VERSIONS_AT_ONCE);
      page.stream()
          .flatMap(version -> Optional.ofNullable(version.stored()).stream())
          .forEach(content -> add(id, content));
      read += page.size();
      hasMore = !page.isEmpty() && page.get(page.size() - 1).until() != null;
      last = hasMore ? page.get(page.size() - 1).number() : last;
    }
  }

  private void add(String id, StoredRecord content) {
    Lineage.grounds(content.record()).forEach(of(id)::add);
  }

  /**
   * Adds the episodes by which learning has changed a record. A procedure names only the latest of
   * its runs as sources, and each run in its log. A version may have something of a run that was
   * added before the oldest one that is kept.
   */
  private void add(AuditTrail log) {
    log.entries().stream()
        .filter(entry -> entry.actor().startsWith(EngineActors.CONSOLIDATION))
        .forEach(entry -> of(log.id()).addAll(NamedIds.in(entry.rationale())));
  }

  private Set<String> of(String id) {
    return grounds.computeIfAbsent(id, it -> new HashSet<>());
  }
}
