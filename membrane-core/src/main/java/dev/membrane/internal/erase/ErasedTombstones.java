package dev.membrane.internal.erase;

import dev.membrane.internal.audit.ErasureProof;
import dev.membrane.internal.erase.ErasureState.ErasurePhase;
import dev.membrane.schema.AuditEntry;
import dev.membrane.spi.AuditTrail;
import dev.membrane.spi.Changeset;
import dev.membrane.spi.ErasedRationales;
import dev.membrane.spi.Header;
import dev.membrane.spi.MemoryStore;
import dev.membrane.spi.Visibility;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Erases what is left of records that were deleted or pruned before: rationales, versions and kept
 * runs. Thread-safe.
 */
record ErasedTombstones(MemoryStore store) {

  private static final int AT_ONCE = 500;

  /** Those of a scope. Answers how far the erasure is then. */
  ErasureState ofScope(ErasureState state, Changeset.Builder changes) {
    String scope = state.request().scope();
    if (scope == null) {
      boolean isAnyGone = state.counts().count(ErasureCounts.TOMBSTONES) > 0;
      return state.at(isAnyGone ? ErasurePhase.NOTES : ErasurePhase.IDEMPOTENT_CALLS, "");
    }
    Visibility seen = new Visibility(state.visibility().ceiling(), Set.of(scope));
    List<String> ids = store.deleted(seen.and(state.visibility()), state.after(), AT_ONCE);
    List<AuditTrail> logs = logs(ids);
    erase(logs, state, changes);
    ErasureState after = state.withRemains(withRationale(logs));
    return ids.size() == AT_ONCE
        ? after.at(ErasurePhase.TOMBSTONES, ids.get(AT_ONCE - 1))
        : after.at(ErasurePhase.NOTES, "");
  }

  /** Those among some records; answers how many they are, and how many have rationales. */
  ErasureCounts erase(Collection<String> ids, ErasureState state, Changeset.Builder changes) {
    List<AuditTrail> logs = logs(ids);
    erase(logs, state, changes);
    return ErasureCounts.of(ErasureCounts.TOMBSTONES, logs.size())
        .plus(ErasureCounts.of(ErasureCounts.REMAINS, withRationale(logs)));
  }

  private static long withRationale(List<AuditTrail> logs) {
    return logs.stream().filter(ErasedTombstones::hasRationale).count();
  }

  private List<AuditTrail> logs(Collection<String> ids) {
    List<Header> headers = ids.isEmpty() ? List.of() : store.headers(ids, Instant.EPOCH);
    List<String> deleted = headers.stream().filter(Header::isDeleted).map(Header::id).toList();
    return deleted.isEmpty() ? List.of() : store.auditLogs(deleted);
  }

  private void erase(List<AuditTrail> logs, ErasureState state, Changeset.Builder changes) {
    List<String> erased = logs.stream().map(AuditTrail::id).toList();
    for (AuditTrail log : logs) {
      changes.dropRun(log.id());
      changes.eraseVersions(log.id());
      rationales(log, state).ifPresent(changes::erase);
    }
    new ErasedIds(store, state.id()).add(erased, changes);
  }

  /** Whether a rationale can be read that no erasure has said. */
  private static boolean hasRationale(AuditTrail log) {
    return log.entries().stream().anyMatch(entry -> !entry.rationale().isEmpty() && !isOurs(entry));
  }

  /** All but what erasures themselves have said. */
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
