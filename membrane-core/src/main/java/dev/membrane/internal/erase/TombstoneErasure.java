package dev.membrane.internal.erase;

import dev.membrane.internal.audit.ErasureProof;
import dev.membrane.internal.erase.ErasureState.ErasurePhase;
import dev.membrane.schema.AuditEntry;
import dev.membrane.spi.commit.Changeset;
import dev.membrane.spi.commit.Changeset.ErasedRationales;
import dev.membrane.spi.search.Visibility;
import dev.membrane.spi.store.AuditTrail;
import dev.membrane.spi.store.AuditTrail.AuditHead;
import dev.membrane.spi.store.MemoryStore;
import dev.membrane.spi.store.StoreReader.RecordHeader;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;

/**
 * Erases what is left of records that were deleted or pruned before: rationales, versions and kept
 * runs. Thread-safe.
 */
record TombstoneErasure(MemoryStore store) {

  private static final int AT_ONCE = 500;

  /**
   * Some of those that an erasure by scope has to look at.
   *
   * @param left the ids of those that have something left
   * @param last the id after which the next page begins; empty: this is the last page
   */
  record TombstonePage(List<AuditTrail> logs, Set<String> left, String last) {}

  /** The page that begins after an id; empty: the first. */
  TombstonePage page(ErasureTarget target, String after) {
    String scope = target.request().scope();
    if (scope == null) {
      return new TombstonePage(List.of(), Set.of(), "");
    }
    Visibility seen = new Visibility(target.visibility().ceiling(), Set.of(scope));
    List<String> ids = store.deleted(seen.and(target.visibility()), after, AT_ONCE);
    // Whoever sees a scope sees the records without one, too.
    List<AuditTrail> logs = logs(ids, header -> scope.equals(header.scope()));
    return new TombstonePage(logs, left(logs), ids.size() == AT_ONCE ? ids.get(AT_ONCE - 1) : "");
  }

  /** Erases a page of those of a scope. Answers how far the erasure is then. */
  ErasureState erase(TombstonePage page, ErasureState state, Changeset.Builder changes) {
    ErasureState after = state.with(erase(page.logs(), state, changes), AuditHead.NONE);
    if (!page.last().isEmpty()) {
      return after.at(ErasurePhase.TOMBSTONES, page.last());
    }
    boolean isAnyGone =
        after.target().isScope() || after.counts().count(ErasureCounts.TOMBSTONES) > 0;
    return after.at(isAnyGone ? ErasurePhase.NOTES : ErasurePhase.IDEMPOTENT_CALLS, "");
  }

  /** The ids of those of which a rationale or a kept run is left. */
  Set<String> left(List<AuditTrail> logs) {
    List<String> ids = logs.stream().map(AuditTrail::id).toList();
    Set<String> left = new LinkedHashSet<>();
    logs.stream().filter(TombstoneErasure::hasRationale).map(AuditTrail::id).forEach(left::add);
    if (!ids.isEmpty()) {
      store.keptRunsOf(ids).forEach(run -> left.add(run.id()));
    }
    return left;
  }

  /** The logs of those among some records. */
  List<AuditTrail> logs(Collection<String> ids) {
    return logs(ids, header -> true);
  }

  private List<AuditTrail> logs(Collection<String> ids, Predicate<RecordHeader> wanted) {
    List<RecordHeader> headers = ids.isEmpty() ? List.of() : store.headers(ids, Instant.EPOCH);
    List<String> deleted =
        headers.stream()
            .filter(RecordHeader::isDeleted)
            .filter(wanted)
            .map(RecordHeader::id)
            .toList();
    return deleted.isEmpty() ? List.of() : store.auditLogs(deleted);
  }

  /** Erases what is left of those with some logs, and counts them. */
  ErasureCounts erase(List<AuditTrail> logs, ErasureState state, Changeset.Builder changes) {
    List<String> erased = logs.stream().map(AuditTrail::id).toList();
    for (AuditTrail log : logs) {
      changes.dropRun(log.id());
      changes.eraseVersions(log.id());
      rationales(log, state).ifPresent(changes::erase);
    }
    new ErasedIds(store, state.id()).add(erased, changes);
    return ErasureCounts.of(ErasureCounts.TOMBSTONES, logs.size());
  }

  /** Whether a rationale can be read that no erasure has written. */
  private static boolean hasRationale(AuditTrail log) {
    return log.entries().stream().anyMatch(entry -> !entry.rationale().isEmpty() && !isOurs(entry));
  }

  /** The rationales to erase: all but those that erasures have written. */
  private Optional<ErasedRationales> rationales(AuditTrail trail, ErasureState state) {
    String id = trail.id();
    List<AuditEntry> log = trail.entries();
    List<Integer> entries = new ArrayList<>();
    // Without a rationale there is yet a nonce, which may be encrypted with the key of the scope.
    boolean isErased = !log.isEmpty() && ErasureProof.idOf(log.get(log.size() - 1)).isPresent();
    boolean allEntries = state.request().scope() != null && !isErased;
    for (int i = 0; i < log.size(); i++) {
      AuditEntry entry = log.get(i);
      if ((allEntries || !entry.rationale().isEmpty())
          && !isOurs(entry)
          && !id.equals(state.id())) {
        entries.add(i + 1);
      }
    }
    return entries.isEmpty() ? Optional.empty() : Optional.of(new ErasedRationales(id, entries));
  }

  private static boolean isOurs(AuditEntry entry) {
    return ErasureProof.idOf(entry).isPresent() || ErasureProof.of(entry).isPresent();
  }
}
