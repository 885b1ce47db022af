package dev.membrane.internal.erase;

import dev.membrane.internal.access.NamedIds;
import dev.membrane.schema.AuditEntry;
import dev.membrane.spi.commit.Changeset;
import dev.membrane.spi.commit.Changeset.ErasedRationales;
import dev.membrane.spi.store.AuditTrail;
import dev.membrane.spi.store.MemoryStore;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Erases the rationales of records that stay where they name an erased record. Thread-safe.
 *
 * @param isErased answers which of some ids are erased so far
 */
record NamingRationales(MemoryStore store, UnaryOperator<Set<String>> isErased) {

  /** Whether the rationale of an entry names one of some records. */
  static boolean isOne(AuditEntry entry, Set<String> ids) {
    return NamedIds.in(entry.rationale()).stream().anyMatch(ids::contains);
  }

  /** Erases those in the logs of some records. */
  void erase(Collection<String> ids, Changeset.Builder changes) {
    ReadLogs.of(List.copyOf(ids), store, logs -> erase(logs, changes));
  }

  private void erase(List<AuditTrail> logs, Changeset.Builder changes) {
    Set<String> named =
        logs.stream()
            .flatMap(log -> log.entries().stream())
            .flatMap(entry -> NamedIds.in(entry.rationale()).stream())
            .collect(Collectors.toSet());
    Set<String> erased = isErased.apply(named);
    for (AuditTrail log : logs) {
      List<Integer> entries =
          IntStream.rangeClosed(1, log.entries().size())
              .filter(number -> isOne(log.entries().get(number - 1), erased))
              .boxed()
              .toList();
      if (!entries.isEmpty()) {
        changes.erase(new ErasedRationales(log.id(), entries));
      }
    }
  }
}
